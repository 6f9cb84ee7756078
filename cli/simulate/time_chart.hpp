#pragma once
// The time that the cores of a run spent in each state.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "traces/events/core_state.hpp"

namespace xdnasim::cli {

/// Core states of one part of the work, averaged over its cores.
struct GroupTimes {
    std::string name;
    std::int64_t cores = 0;
    std::array<double, events::kCoreStates.size()> cycles{};  ///< index: events::CoreState
};

/// The core states of each part of the work; empty if the work has no parts, or the backend does
/// not report cores.
[[nodiscard]] std::vector<GroupTimes> group_times(const backends::RunResult& result);

/// A chart in SVG with a bar for each part of the work, or for each row of cores if the work has no
/// parts. In each bar, stalls come before busy cycles. Empty if the backend does not report cores.
[[nodiscard]] std::string time_chart(const backends::RunResult& result);

}  // namespace xdnasim::cli
