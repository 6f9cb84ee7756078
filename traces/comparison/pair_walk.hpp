#pragma once
// Goes through the intervals of an event in two recordings, pair by pair.

#include <cstdint>
#include <optional>

#include "traces/comparison/interval_comparison.hpp"

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
    /// A pair differs by more than what is allowed cycle by cycle, and passed as a core waited.
    [[nodiscard]] bool used_band() const { return used_band_; }

 private:
    struct Pair {
        Interval measured;
        Interval simulated;
        [[nodiscard]] std::int64_t offset() const { return simulated.begin - measured.begin; }
    };

    /// How many cycles a difference may have.
    struct Allowance {
        double own = 0;    ///< for the core's own work
        double waits = 0;  ///< for what it waited meanwhile
    };

    void take_place(const Pair& pair);
    [[nodiscard]] Allowance for_beginning(const Pair& pair) const;
    /// Of a length, when the core's own work may differ by `own` cycles.
    [[nodiscard]] Allowance for_time(const Pair& time, double own) const;
    void judge(const Pair& pair, const char* what, std::int64_t difference,
               const Allowance& allowed);

    Judgement judgement_;
    const Setting& setting_;
    std::size_t pairs_ = 0;
    std::optional<Pair> before_;
    Allowance offset_{};  ///< of the position of the pair at hand
    bool used_band_ = false;
    Differences largest_;
    std::optional<Divergence> divergence_;
};

}  // namespace xdnasim::comparison
