#pragma once
// Comparisons as JSON, for the report.

#include <string>
#include <vector>

#include "traces/comparison/comparison.hpp"

// Windows: the stretches of time for which a report draws both recordings.

namespace xdnasim::comparison {

struct Window {
    std::string title{};
    Interval time{};
};

/// Windows at the beginning, at the first divergence, and in the middle; or one for the whole
/// recording. Each is as wide as possible, with at most 60 intervals of any event.
[[nodiscard]] std::vector<Window> choose_windows(const Recorded& measured,
                                                 const Recorded& simulated,
                                                 const Comparison& comparison);

/// The parts of `intervals` that lie in `window`. Intervals that are too close to be distinguished
/// in a picture are joined, so that their number is bounded.
[[nodiscard]] Intervals visible(const Intervals& intervals, const Interval& window);

/// The comparison as JSON text, with the visible intervals of both recordings in `windows`.
[[nodiscard]] std::string comparison_json(const Comparison& comparison, const Recorded& measured,
                                          const Recorded& simulated,
                                          const std::vector<Window>& windows);

}  // namespace xdnasim::comparison
