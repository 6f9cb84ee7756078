#pragma once
// Contents, at the start of a core's program, of memory that only the program uses: buffers with
// initial values, and memory that it allocates itself. The contents are followed only in programs
// whose choices need them; otherwise they count as data from the first round on.

#include <cstdint>
#include <optional>
#include <string_view>

#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/cores/global_table.hpp"

namespace xdnasim::design {

/// Bit offset of the element `index` of `memory` in its buffer; nullopt if it is not known, or if
/// the buffer's elements have another size.
[[nodiscard]] std::optional<std::int64_t> place_of(const Draft& draft, const Value& memory,
                                                   std::int64_t index);

class OwnMemory {
 public:
    OwnMemory(CoreState& state, GlobalTables& tables) : state_{state}, tables_{tables} {}

    /// Returns whether a decision depends on the initial contents of the program's own memory.
    [[nodiscard]] bool decides();
    /// Makes these contents known. Precondition: nothing of the program has been read.
    void follow();
    /// The memory called `name` that the program allocates itself; nullopt if there is none, or if
    /// it is not followed.
    [[nodiscard]] std::optional<Value> called(std::string_view name);

 private:
    void begin_with_content(const Value& memory);
    void begin_with_global(const Value& memory, const ir::Operation& global);

    CoreState& state_;
    GlobalTables& tables_;
};

}  // namespace xdnasim::design
