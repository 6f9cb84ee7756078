#pragma once
// Tells a run that goes on from one that only goes round: cores that compute for ever
// while no stream moves and the runtime sequence waits.

#include <cstdint>

namespace xdnasim::sim {

class Progress {
 public:
    void stream_moved() { rounds_ = 0; }

    /// Of a core: one kernel call or one round of a loop more. False when the array has
    /// done nothing else for too long.
    [[nodiscard]] bool core_went_round() { return ++rounds_ < kMostRounds; }

    // Far more than fit between two transfers of any schedule that communicates: each core
    // of an array of 304 would go round over 30,000 times.
    static constexpr std::int64_t kMostRounds = 10'000'000;

 private:
    std::int64_t rounds_ = 0;
};

}  // namespace xdnasim::sim
