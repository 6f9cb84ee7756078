#pragma once
// What is traced when a problem does not say.

#include <array>
#include <string_view>
#include <vector>

#include "workloads/schedule/schedule.hpp"
#include "workloads/tracing/trace_request.hpp"

namespace xdnasim::tracing {

/// Names of the events that a unit watches by default; of a core, those of mlir-aie.
[[nodiscard]] const std::array<std::string_view, words::kSlots>& default_events(
    words::Module module);

/// Ideal: every core, mem tile and shim that the schedule uses. Else those of its first column,
/// and of the cores the first; without Share, none of a workload whose columns have no room
/// for the words of a core.
[[nodiscard]] std::vector<UnitRequest> default_units(const schedule::Schedule& schedule,
                                                     const arch::Device& device, Route route);

}  // namespace xdnasim::tracing
