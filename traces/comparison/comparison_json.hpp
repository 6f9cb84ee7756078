#pragma once
// A comparison as JSON, which the report reads.

#include <string>
#include <vector>

#include "traces/comparison/comparison.hpp"

// The stretches of time in which a report draws two recordings.

namespace xdnasim::comparison {

struct Window {
    std::string title{};
    Interval time{};
};

/// The beginning, where units first diverge, and the middle, each as wide as can be seen: an event
/// has some dozens of intervals in it at most.
[[nodiscard]] std::vector<Window> choose_windows(const Recorded& measured,
                                                 const Recorded& simulated,
                                                 const Comparison& comparison);

/// What of `intervals` lies in `window`, cut to it. Those too near to each other to be told apart
/// in a picture become one: their number is bounded.
[[nodiscard]] Intervals visible(const Intervals& intervals, const Interval& window);

/// With what both recordings hold in `windows`.
[[nodiscard]] std::string comparison_json(const Comparison& comparison, const Recorded& measured,
                                          const Recorded& simulated,
                                          const std::vector<Window>& windows);

}  // namespace xdnasim::comparison
