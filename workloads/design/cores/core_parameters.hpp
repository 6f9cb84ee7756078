#pragma once
// Parameters and constants that decide how often a loop runs or which way is taken: memory that
// only the runtime sequence writes, or that nothing writes.

#include <cstdint>
#include <set>

#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/cores/global_table.hpp"

namespace xdnasim::design {

class CoreParameters {
 public:
    CoreParameters(CoreState& state, GlobalTables& tables) : state_{state}, tables_{tables} {}

    /// The value that `load` gives, the element `index` of the parameter `memory`; data if it is
    /// not known. At an index outside the buffer, the core's program is assumed to stop.
    [[nodiscard]] Value load(const ir::Operation& load, const Value& memory, std::int64_t index);
    /// Reads a load from a constant memref.global that decisions depend on. Returns false for other
    /// loads.
    bool constant_global(const ir::Operation& load);
    /// In a run with data, notes the read of a parameter that the core may execute before the
    /// sequence has written it.
    void note_early_read(const ir::Operation& operation);

 private:
    void begin_with(schedule::BufferRef buffer, arch::Bytes at, std::int32_t word);

    CoreState& state_;
    GlobalTables& tables_;
    std::set<const ir::Operation*> noted_;  ///< loads that have been reported
};

}  // namespace xdnasim::design
