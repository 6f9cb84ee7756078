#pragma once
// What is known of a core's program at the point up to which it has been read. All readers of its
// parts share it.

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/cores/core_steps.hpp"
#include "workloads/design/cores/core_values.hpp"
#include "workloads/design/cores/deciding_loads.hpp"
#include "workloads/design/cores/memory_use.hpp"
#include "workloads/design/cores/program_text.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Maximum number of operations that are followed one by one; a longer program takes too much time.
inline constexpr std::int64_t kMaxOperations = 500'000;

struct CoreState {
    /// `on`: the core of the program. `operation`: its aie.core.
    CoreState(Draft& of, arch::TileId on, const ir::Operation& operation)
        : draft{of}, core{on}, program{of, operation}, values{of} {}
    // Members refer to each other.
    CoreState(const CoreState&) = delete;
    CoreState& operator=(const CoreState&) = delete;

    Draft& draft;
    arch::TileId core;
    ProgramText program;
    CoreValues values;
    std::vector<Value> returned{};  ///< returned by the body of a function that was run last
    int loops = 0;                  ///< number of loops of which one round has been read for many
    /// Whether the program has come to a point where it may wait for another program.
    bool waited = false;
    bool endless = false;  ///< whether the program has come to a loop that does not end
    /// Whether the initial contents of the program's own memory are followed.
    bool follows_own = false;

    /// Analyses of the text, made on the first call: of the program's memory, and of its decisions.
    /// Each throws InputError, with the place, as ProgramText::storage_of() does.
    [[nodiscard]] const MemoryUse& use();
    [[nodiscard]] const DecidingLoads& deciding();

    /// Counts an operation. Throws InputError, with the place, beyond kMaxOperations.
    void count_operation(base::Position at);
    [[nodiscard]] std::int64_t operations() const { return operations_; }
    /// Notes whether the core may wait at `acquire`.
    void note_wait(const schedule::Acquire& acquire);

    /// A reference to memory that the program allocates itself, with a negative index, which no
    /// buffer of the design has. `storage`: as given by ProgramText::storage_of().
    [[nodiscard]] schedule::BufferRef own_buffer(const ir::Operation& storage);
    /// Forgets the contents of all memory that `operation` may write.
    void forget_written(const ir::Operation& operation);
    /// Marks memory that `operation`, or the operations within it or within `region`, write as
    /// changing from round to round.
    void vary_written(const ir::Operation& operation);
    void vary_written(const ir::Region& region);

    /// Appends rounds one after the other; with `goes_on`, the last ones repeat for ever. Throws
    /// InputError, with the place, if these do not repeat.
    void append_rounds(std::vector<CoreSteps> rounds, bool goes_on, base::Position loop,
                       CoreSteps& steps);
    /// Cycles of a way of which it is not known before the run whether it is taken. Its events are
    /// left out. Throws InputError with the message `refusal`, at `choice`, if it does more than
    /// compute.
    [[nodiscard]] arch::Cycles cycles_of_way(const CoreSteps& way, base::Position choice,
                                             const char* refusal);

 private:
    void find_use();
    /// The memory that `name` is or views; nullopt if its contents are not followed.
    [[nodiscard]] std::optional<schedule::BufferRef> buffer_behind(std::string_view name);

    std::optional<MemoryUse> use_;
    std::optional<DecidingLoads> deciding_;
    std::map<const ir::Operation*, int> own_;  ///< indices of own memory
    std::int64_t operations_ = 0;
};

/// Returns whether the program allocates this memory itself.
[[nodiscard]] inline bool is_own(schedule::BufferRef buffer) {
    return buffer.index < 0;
}

}  // namespace xdnasim::design
