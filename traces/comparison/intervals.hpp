#pragma once
// Intervals of a recording: those of kernels, the distribution of their lengths, and waits of
// cores.

#include <cstdint>
#include <span>
#include <vector>

#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

struct KernelIntervals {
    Intervals lengths{};  ///< from event 0 to the first event 1 after it
    Intervals periods{};  ///< from event 0 to the next event 0
    Intervals gaps{};     ///< from event 1 to the next event 0
};

[[nodiscard]] KernelIntervals kernel_intervals(std::span<const Interval> event_0,
                                               std::span<const Interval> event_1);

// Distributions of the lengths of intervals.

/// Histograms of lengths in bins of equal width: bin i begins at `min` + i * `width`.
struct Histogram {
    std::int64_t min = 0;
    std::int64_t width = 1;
    std::vector<std::uint64_t> measured{};
    std::vector<std::uint64_t> simulated{};
};

[[nodiscard]] Histogram histogram(std::span<const Interval> measured,
                                  std::span<const Interval> simulated);

/// The largest difference of the cumulative distributions of lengths, from 0 to 1 (the
/// Kolmogorov-Smirnov statistic); 0 if one of them is empty.
[[nodiscard]] double distance(std::span<const Interval> measured,
                              std::span<const Interval> simulated);

// Waits of a core.

/// The union of several lists of intervals, which answers how many of its cycles lie in any stretch
/// of time.
class Waits {
 public:
    Waits() = default;
    /// `parts`: lists of intervals, which may overlap each other.
    explicit Waits(const std::vector<const Intervals*>& parts);

    [[nodiscard]] std::int64_t cycles_in(const Interval& time) const {
        return cycles_before(time.end) - cycles_before(time.begin);
    }

 private:
    [[nodiscard]] std::int64_t cycles_before(std::int64_t cycle) const;

    Intervals waits_;                   ///< disjoint, in order of time
    std::vector<std::int64_t> before_;  ///< cycles waited before each interval of waits_
};

}  // namespace xdnasim::comparison
