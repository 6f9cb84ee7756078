#pragma once
// Lengths of intervals: how they are spread, and how two sets of them differ.

#include <cstdint>
#include <span>
#include <vector>

#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

/// Counts of lengths, in bins of equal width: bin i holds those from `least` + i * `width` on.
struct Histogram {
    std::int64_t least = 0;
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

}  // namespace xdnasim::comparison
