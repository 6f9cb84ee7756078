#pragma once
// The levels of a unit become the intervals in which its slots were asserted.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "traces/words/levels.hpp"

namespace xdnasim::recording {

struct Interval {
    std::uint64_t length = 0;  ///< in cycles
    std::uint32_t slot = 0;
};

class IntervalReader {
 public:
    static constexpr std::size_t kMostLevels = 64;
    using Intervals = std::array<Interval, words::kSlots * kMostLevels>;

    /// Writes the intervals that end within `levels`, at most kMostLevels, and returns their
    /// number.
    std::size_t read(std::span<const words::Level> levels, Intervals& intervals);

 private:
    std::array<std::uint64_t, words::kSlots + 1> begins_{};  ///< behind the slots: of none
    std::uint8_t asserted_ = 0;
};

}  // namespace xdnasim::recording
