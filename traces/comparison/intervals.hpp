#pragma once
// Intervals of a recording: those of kernels, how their lengths are spread, what filled the waits.

#include <cstdint>
#include <span>
#include <vector>

#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

struct KernelIntervals {
    Intervals lengths{};  ///< from event 0 to the first event 1 behind it
    Intervals periods{};  ///< from event 0 to event 0
    Intervals gaps{};     ///< from event 1 to event 0
};

[[nodiscard]] KernelIntervals kernel_intervals(std::span<const Interval> event_0,
                                               std::span<const Interval> event_1);

// Lengths of intervals: how they are spread, and how two sets of them differ.

/// Counts of lengths, in bins of equal width: bin i holds those from `min` + i * `width` on.
struct Histogram {
    std::int64_t min = 0;
    std::int64_t width = 1;
    std::vector<std::uint64_t> measured{};
    std::vector<std::uint64_t> simulated{};
};

[[nodiscard]] Histogram histogram(std::span<const Interval> measured,
                                  std::span<const Interval> simulated);

/// The largest difference of the cumulative distributions, 0 to 1 (Kolmogorov and Smirnov's).
/// 0 when one of them is empty.
[[nodiscard]] double distance(std::span<const Interval> measured,
                              std::span<const Interval> simulated);

// How long a core waited in any stretch of time.

class Waits {
 public:
    Waits() = default;
    /// `parts` may overlap each other.
    explicit Waits(const std::vector<const Intervals*>& parts);

    [[nodiscard]] std::int64_t cycles_in(const Interval& time) const {
        return cycles_before(time.end) - cycles_before(time.begin);
    }

 private:
    [[nodiscard]] std::int64_t cycles_before(std::int64_t cycle) const;

    Intervals waits_;                   ///< apart from each other
    std::vector<std::int64_t> before_;  ///< cycles waited before each
};

}  // namespace xdnasim::comparison
