#pragma once
// A core's program while it is read: as in a schedule, with the cycles of code that is written out
// in the core between the calls.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/place.hpp"
#include "workloads/design/kernel_table.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::design {

/// Loads, stores, vector operations and arithmetic on data.
struct Compute {
    std::int64_t cycles = 0;
};

struct CoreStep;
using CoreSteps = std::vector<CoreStep>;

struct StepLoop {
    std::optional<std::int64_t> count;  ///< nullopt: for ever
    CoreSteps body;
};

struct CoreStep {
    std::variant<schedule::Acquire, schedule::Release, schedule::Call, Compute, StepLoop> what;
    base::Position at;
};

/// Adds `step`; what computes joins what computes before it.
void append(CoreSteps& steps, CoreStep step);

/// A loop around `body`: code that only computes becomes one stretch of it, and what does nothing
/// is left out. `overhead`: cycles of a round of code, for the branch.
void append_loop(CoreSteps& steps, std::optional<std::int64_t> count, CoreSteps body,
                 base::Position at, std::int64_t overhead);

/// The rounds of a loop one after the other, with what repeats as a loop. Where `endless`, the last
/// rounds go on for ever: nullopt when they do not repeat.
[[nodiscard]] std::optional<CoreSteps> fold_rounds(std::vector<CoreSteps> rounds, bool endless,
                                                   base::Position at);

/// As the schedule has it; code becomes kernels of `kernels`.
[[nodiscard]] schedule::CoreBody body_of(const CoreSteps& steps, KernelTable& kernels);

}  // namespace xdnasim::design
