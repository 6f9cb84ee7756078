#pragma once
// A core's program while it is read: as in a schedule, with the cycles of code that is written out
// in the core between the calls.

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
    std::optional<std::int64_t> count;  ///< nullopt: for ever
    CoreSteps body;
};

struct CoreStep {
    std::variant<schedule::Acquire, schedule::Release, schedule::Call, schedule::GetCascade,
                 schedule::PutCascade, schedule::TellEvent, Compute, StepLoop>
        what;
    base::Position at;
};

/// Adds `step`; what computes joins what computes before it.
void append(CoreSteps& steps, CoreStep step);

/// Adds what the branch takes, `branch`, to the rounds of a loop that only compute, and to
/// those among them that do nothing. A loop of which no round does anything is none.
void add_branches(std::span<CoreSteps> rounds, arch::Cycles branch, base::Position loop);

/// The way to where a loop is left, if nothing stands on it, is no round.
void leave_out_exit(std::vector<CoreSteps>& rounds);

/// A loop around `body`: code that only computes becomes one stretch of it, and what does nothing
/// is left out. Precondition: the branches have been added.
void append_loop(CoreSteps& steps, std::optional<std::int64_t> count, CoreSteps body,
                 base::Position at);

/// The rounds of a loop one after the other, with their branches, and with what repeats as a loop.
/// Where `endless`, the last rounds go on for ever: nullopt when they do not repeat.
[[nodiscard]] std::optional<CoreSteps> fold_rounds(std::vector<CoreSteps> rounds,
                                                   arch::Cycles branch, bool endless,
                                                   base::Position at);

/// Cycles of steps that only compute, and may tell events; nullopt: others are among them.
[[nodiscard]] std::optional<arch::Cycles> cycles_of_code(const CoreSteps& steps);

/// As the schedule has it; code becomes kernels of `kernels`.
[[nodiscard]] schedule::CoreBody body_of(const CoreSteps& steps, KernelTable& kernels);

}  // namespace xdnasim::design
