#pragma once
// What follows from a run's time, whatever backend it is of.

#include <optional>
#include <vector>

#include "backends/backend.hpp"

namespace xdnasim::backends {

/// What ran, and with a time its TOPS and their share of the used cores' peak; of a workload that
/// is measured in bytes, the rate of those it `moved`, or else of those that it has to move.
void describe_run(RunResult& result, const schedule::Schedule& schedule, const arch::Device& device,
                  std::optional<arch::Bytes> moved = std::nullopt);

/// Array cycles that all cores together spend in a state.
[[nodiscard]] arch::Cycles time_in(events::CoreState state, const std::vector<CoreTimes>& cores);

}  // namespace xdnasim::backends
