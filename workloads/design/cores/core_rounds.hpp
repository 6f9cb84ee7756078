#pragma once
// How many rounds of a loop are followed, and which of them repeat for ever.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/design/cores/core_values.hpp"

namespace xdnasim::design {

/// Loop bounds from here on stand for "for ever": compilers of 2024 write 2^32 - 1, those of 2026
/// 2^63 - 1, or a little less if a loop has been unrolled.
inline constexpr std::int64_t kForever = 4'294'967'000;
/// Rounds of an endless loop that are read to find out what repeats.
inline constexpr std::size_t kProbedRounds = 200;
/// Maximum number of rounds of a loop that are followed one by one.
inline constexpr std::int64_t kMaxRounds = 4096;

/// Detects that a loop without a known number of rounds never ends, when a round begins in
/// the same state as an earlier one.
class Recurrence {
 public:
    /// Returns whether the next round begins as an earlier one did. `rounds`: rounds read so far,
    /// `carried` and `state`: what the next one begins with.
    bool comes_again(std::size_t rounds, const std::vector<Value>& carried,
                     const CoreValues::State& state) {
        const bool again = carried == carried_ && state == state_;
        // After kProbedRounds rounds there are enough of them to see what repeats.
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
