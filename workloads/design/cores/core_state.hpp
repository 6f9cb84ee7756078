#pragma once
// What is known as far as a core's program has been read. The readers of its parts share it.

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

/// Operations that are followed one by one; what is longer is not worth waiting for.
inline constexpr std::int64_t kMaxOperations = 500'000;

struct CoreState {
    /// `on`: whose program `operation`, an aie.core, is.
    CoreState(Draft& of, arch::TileId on, const ir::Operation& operation)
        : draft{of}, core{on}, program{of, operation}, values{of} {}
    // Its parts know each other.
    CoreState(const CoreState&) = delete;
    CoreState& operator=(const CoreState&) = delete;

    Draft& draft;
    arch::TileId core;
    ProgramText program;
    CoreValues values;
    std::vector<Value> returned{};  ///< by the function's body that has been run last
    int loops = 0;                  ///< of which a round has been read for many
    bool waited = false;            ///< the program has come to something that another one does
    bool endless = false;           ///< the program has come to a loop that does not end
    bool follows_own = false;       ///< what memory of the program's own holds, from the beginning

    /// What the text says of the program's memory and of its decisions is found when somebody asks
    /// for either first. Each throws InputError, with the place, as ProgramText::storage_of() does.
    [[nodiscard]] const MemoryUse& use();
    [[nodiscard]] const DecidingLoads& deciding();

    /// Throws InputError, with the place, for one operation more than are followed.
    void count_operation(base::Position at);
    [[nodiscard]] std::int64_t operations() const { return operations_; }
    /// Notes whether the core may wait at `acquire`.
    void note_wait(const schedule::Acquire& acquire);

    /// A number below 0, which no buffer of the design has, stands for memory that the program
    /// makes itself. `storage`: as ProgramText::storage_of() gives it.
    [[nodiscard]] schedule::BufferRef own_buffer(const ir::Operation& storage);
    /// What `operation` may write is not known from now on.
    void forget_written(const ir::Operation& operation);
    /// What they or the operations in them write changes from round to round.
    void vary_written(const ir::Operation& operation);
    void vary_written(const ir::Region& region);

    /// Rounds one after the other, the last ones for ever where it `goes_on`. Throws InputError,
    /// with the place, when those do not repeat.
    void append_rounds(std::vector<CoreSteps> rounds, bool goes_on, base::Position loop,
                       CoreSteps& steps);
    /// Of a way on which nobody knows before the run whether it is taken: its events are left out.
    /// Throws InputError with `refusal`, at `choice`, where it does more than compute.
    [[nodiscard]] arch::Cycles cycles_of_way(const CoreSteps& way, base::Position choice,
                                             const char* refusal);

 private:
    void find_use();
    /// nullopt: what `name` is or views is no memory that is followed.
    [[nodiscard]] std::optional<schedule::BufferRef> buffer_behind(std::string_view name);

    std::optional<MemoryUse> use_;
    std::optional<DecidingLoads> deciding_;
    std::map<const ir::Operation*, int> own_;  ///< the numbers of own memory
    std::int64_t operations_ = 0;
};

/// Is it memory that the program makes itself?
[[nodiscard]] inline bool is_own(schedule::BufferRef buffer) {
    return buffer.index < 0;
}

}  // namespace xdnasim::design
