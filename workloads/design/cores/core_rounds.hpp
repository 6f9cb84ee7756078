#pragma once
// How many rounds of a loop are followed, and which of them come again for ever.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/design/cores/core_values.hpp"

namespace xdnasim::design {

/// Bounds from here on stand for "for ever": 2^32 - 1 of the compilers of 2024, 2^63 - 1 of those
/// of 2026, less one where a loop has been unrolled.
inline constexpr std::int64_t kForever = 4'294'967'000;
/// Rounds of a loop without end, to see what repeats.
inline constexpr std::size_t kProbedRounds = 200;
/// Rounds of a loop that are followed one by one.
inline constexpr std::int64_t kMaxRounds = 4096;

/// The rounds of a loop without a number of them: those that begin as an earlier one began go on
/// for ever.
class Recurrence {
 public:
    /// Behind the first `rounds` rounds, with what goes into the next one.
    bool comes_again(std::size_t rounds, const std::vector<Value>& carried,
                     const CoreValues::State& state) {
        const bool again = carried == carried_ && state == state_;
        // By then there are enough of them to see what repeats.
        if (rounds % kProbedRounds == 0) {
            carried_ = carried;
            state_ = state;
        }
        return again;
    }

 private:
    std::vector<Value> carried_;
    std::optional<CoreValues::State> state_;
};

}  // namespace xdnasim::design
