#pragma once
// Detects a livelock: cores that compute for ever while no stream moves and the runtime sequence
// waits. Loops that end are no livelock, however long they take.

#include <cstdint>

namespace xdnasim::sim {

class Progress {
 public:
    Progress() = default;
    /// For tests: with a limit of `most` kernel calls and rounds.
    explicit Progress(std::int64_t most) : most_{most} {}

    void stream_moved() { rounds_ = endless_rounds_ = 0; }
    void cascade_moved() { stream_moved(); }

    /// Counts a kernel call, or a round of any loop, of a core that is in an endless loop.
    /// `of_endless_loop`: it is a round of an endless loop. Returns false if the array has done
    /// nothing else for too long.
    [[nodiscard]] bool core_went_round(bool of_endless_loop) {
        endless_rounds_ += of_endless_loop ? 1 : 0;
        return ++rounds_ < most_ || endless_rounds_ < kEndlessRounds;
    }
    /// Kernel calls and rounds of loops since data last moved.
    [[nodiscard]] std::int64_t rounds() const { return rounds_; }

 private:
    // Far more than fit between two transfers of any schedule that communicates: each core
    // of an array of 304 would go round over 30,000 times.
    static constexpr std::int64_t kMost = 10'000'000;
    // An endless loop may have long loops in it, so that a livelock takes many rounds of its own
    // too.
    static constexpr std::int64_t kEndlessRounds = 1'000;

    std::int64_t most_ = kMost;
    std::int64_t rounds_ = 0;
    std::int64_t endless_rounds_ = 0;
};

}  // namespace xdnasim::sim
