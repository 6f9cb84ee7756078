#pragma once
// What the cores of a run did, and for how long.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "traces/events/core_state.hpp"

namespace xdnasim::cli {

/// What the cores of a part of the work did, each on average.
struct GroupTimes {
    std::string name;
    std::int64_t cores = 0;
    std::array<double, events::kCoreStates.size()> cycles{};  ///< index: events::CoreState
};

/// Of each part of the work; empty where it has none, or the backend knows of no cores.
[[nodiscard]] std::vector<GroupTimes> group_times(const backends::RunResult& result);

/// SVG: what the cores did, a bar for each part of the work, or else for each row of cores. What
/// they waited for stands before what they computed. Empty where the backend knows of no cores.
[[nodiscard]] std::string time_chart(const backends::RunResult& result);

}  // namespace xdnasim::cli
