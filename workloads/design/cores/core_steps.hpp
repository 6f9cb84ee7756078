#pragma once
// A core's program while it is read: as in a schedule, but with cycles for the code that is written
// between the calls.

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/place.hpp"
#include "workloads/design/kernels/kernel_table.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::design {

/// Loads, stores, vector operations and arithmetic on data.
struct Compute {
    arch::Cycles cycles{};
};

struct CoreStep;
using CoreSteps = std::vector<CoreStep>;

struct StepLoop {
    std::optional<std::int64_t> count;  ///< nullopt: an endless loop
    CoreSteps body;
};

struct CoreStep {
    std::variant<schedule::Acquire, schedule::Release, schedule::Call, schedule::GetCascade,
                 schedule::PutCascade, schedule::TellEvent, Compute, StepLoop>
        what;
    base::Position at;
};

/// Appends `step`. A Compute step is merged with a Compute step before it.
void append(CoreSteps& steps, CoreStep step);

/// Adds the cycles `branch` to those rounds of a loop that only compute or are empty. If no round
/// computes only, the rounds stay as they are: a loop of empty rounds is no loop.
void add_branches(std::span<CoreSteps> rounds, arch::Cycles branch, base::Position loop);

/// Removes the last round if it is empty: it only leads to the loop's exit.
void leave_out_exit(std::vector<CoreSteps>& rounds);

/// Appends a loop around `body`. A loop that only computes becomes one Compute step, and an empty
/// one is left out. Precondition: the branches have been added.
void append_loop(CoreSteps& steps, std::optional<std::int64_t> count, CoreSteps body,
                 base::Position at);

/// The rounds of a loop one after the other, with their branches; rounds that repeat become a loop.
/// With `endless`, the last rounds repeat for ever, or the result is nullopt if they do not repeat.
[[nodiscard]] std::optional<CoreSteps> fold_rounds(std::vector<CoreSteps> rounds,
                                                   arch::Cycles branch, bool endless,
                                                   base::Position at);

/// Cycles of steps that only compute and mark events; nullopt if there are others.
[[nodiscard]] std::optional<arch::Cycles> cycles_of_code(const CoreSteps& steps);

/// The program as the schedule has it. Code becomes inlined kernels in `kernels`.
[[nodiscard]] schedule::CoreBody body_of(const CoreSteps& steps, KernelTable& kernels);

}  // namespace xdnasim::design
