#pragma once
// What memory of a core's own program holds when that begins: buffers with initial values that it
// alone uses, and memory that it makes itself. Only programs whose choices need it are read so:
// else data is data from the first round on.

#include <cstdint>
#include <optional>
#include <string_view>

#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/cores/global_table.hpp"

namespace xdnasim::design {

/// Where in its buffer the element `index` of `memory` lies, in bits; nullopt: it is not known, or
/// elements are of another size there.
[[nodiscard]] std::optional<std::int64_t> place_of(const Draft& draft, const Value& memory,
                                                   std::int64_t index);

class OwnMemory {
 public:
    OwnMemory(CoreState& state, GlobalTables& tables) : state_{state}, tables_{tables} {}

    /// Does any decision depend on what memory of the program's own holds at the beginning?
    [[nodiscard]] bool decides();
    /// From now on, that is known. Precondition: nothing of the program has been read.
    void follow();
    /// Memory that the program makes itself; nullopt: `name` is none, or that is not followed.
    [[nodiscard]] std::optional<Value> called(std::string_view name);

 private:
    void begin_with_content(const Value& memory);
    void begin_with_global(const Value& memory, const ir::Operation& global);

    CoreState& state_;
    GlobalTables& tables_;
};

}  // namespace xdnasim::design
