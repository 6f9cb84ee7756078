#pragma once
// What a core's memory holds since the runtime sequence writes it there or nothing does: parameters
// and constants that say how often a loop runs, or which way is taken.

#include <cstdint>
#include <set>

#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/cores/global_table.hpp"

namespace xdnasim::design {

class CoreParameters {
 public:
    CoreParameters(CoreState& state, GlobalTables& tables) : state_{state}, tables_{tables} {}

    /// What `load` gives, the element `index` of the parameter `memory`; data: it is not known.
    /// Behind the buffer the program ends.
    [[nodiscard]] Value load(const ir::Operation& load, const Value& memory, std::int64_t index);
    /// A load from a constant memref.global, on which decisions depend; false: it is none.
    bool constant_global(const ir::Operation& load);
    /// Where data moves, of a parameter that may be read before the sequence has written it.
    void note_early_read(const ir::Operation& operation);

 private:
    void begin_with(schedule::BufferRef buffer, arch::Bytes at, std::int32_t word);

    CoreState& state_;
    GlobalTables& tables_;
    std::set<const ir::Operation*> noted_;  ///< loads whose loss is told
};

}  // namespace xdnasim::design
