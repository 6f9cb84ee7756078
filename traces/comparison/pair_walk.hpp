#pragma once
// Goes through the intervals of an event in two recordings, pair by pair.

#include <cstdint>
#include <optional>

#include "xdnasim/traces/comparison/interval_comparison.hpp"

namespace xdnasim::comparison {

class PairWalk {
 public:
    PairWalk(Judgement judgement, const Setting& setting)
        : judgement_{judgement}, setting_{setting} {}

    /// To be called with all pairs in order. Only `lengths`: wherever they are.
    void take(const Interval& measured, const Interval& simulated, bool only_lengths);

    [[nodiscard]] std::size_t pairs() const { return pairs_; }
    [[nodiscard]] const Differences& largest() const { return largest_; }
    [[nodiscard]] const std::optional<Divergence>& first_divergence() const { return divergence_; }

 private:
    struct Pair {
        Interval measured;
        Interval simulated;
        [[nodiscard]] std::int64_t offset() const { return simulated.begin - measured.begin; }
    };

    void take_place(const Pair& pair);
    void allow_for_beginning(const Pair& pair);
    [[nodiscard]] bool waits(const Pair& time) const;
    [[nodiscard]] double allowed_length(const Pair& time) const;
    void judge(const Pair& pair, const char* what, std::int64_t difference, double allowed);

    Judgement judgement_;
    const Setting& setting_;
    std::size_t pairs_ = 0;
    std::optional<Pair> before_;
    double allowed_offset_ = 0;
    Differences largest_;
    std::optional<Divergence> divergence_;
};

}  // namespace xdnasim::comparison
