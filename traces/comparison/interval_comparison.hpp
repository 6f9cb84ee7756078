#pragma once
// Comparison of the intervals of one event in two recordings, pair by pair and as a whole.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "traces/comparison/intervals.hpp"
#include "traces/comparison/judgement.hpp"
#include "traces/recording/statistics.hpp"

namespace xdnasim::comparison {

enum class Verdict : std::uint8_t {
    Pass,
    Outside,
    OnlyMeasured,   ///< the simulated unit does not watch the event
    OnlySimulated,  ///< the measured unit does not watch the event
    NotComparable   ///< no interval of the event is in the part that is compared
};

/// "pass", "outside", "only measured", "only simulated", "not comparable"
[[nodiscard]] std::string_view to_string(Verdict verdict);

/// The intervals of one recording that can be compared.
struct Selection {
    std::span<const Interval> intervals{};
    std::size_t left_out = 0;  ///< number of other intervals, whose beginning or end is not known
};

/// The first pair of intervals that differs by more than is allowed.
struct Divergence {
    std::string event{};
    std::size_t index = 0;  ///< index of the pair
    Interval measured{};
    Interval simulated{};
    std::string what{};
};

/// The largest differences (simulated less measured, by absolute value) among all pairs, in cycles.
struct Differences {
    std::int64_t length = 0;
    std::int64_t step = 0;    ///< time from one interval's beginning to that of the next
    std::int64_t offset = 0;  ///< position of the interval's beginning
};

/// Statistics of the intervals in one recording.
struct Side {
    recording::Spread lengths{};
    double median = 0;
    double share = 0;  ///< share of the compared time in which the event is asserted
};

struct Result {
    std::string name{};
    Judgement judgement{};  ///< also Band if core work passes only thanks to the core's waits
    Side measured{};
    Side simulated{};
    std::size_t pairs = 0;
    Differences largest{};
    double distance = 0;  ///< distance() of the distributions of lengths
    Histogram histogram{};
    Verdict verdict{};
    std::string why{};                             ///< reason of the verdict; empty: passed
    std::optional<Divergence> first_divergence{};  ///< nullopt unless the verdict is Outside
};

/// Statistics of `intervals`. `time`: cycles of the unit that are compared.
[[nodiscard]] Side side_of(std::span<const Interval> intervals, std::int64_t time);

/// Sets the verdict to Outside. Keeps the reason of the first call.
void reject(Result& result, std::string why);

/// Context in which the intervals of one unit are judged.
struct Setting {
    Tolerances tolerances{};
    std::int64_t origin = 0;  ///< cycle at which the unit is aligned
    bool filled = false;      ///< whether the unit's first data has arrived by `origin`
    Waits measured_waits{};
    Waits simulated_waits{};
    std::int64_t measured_time = 0;   ///< cycles from the first comparable interval to the last
    std::int64_t simulated_time = 0;  ///< cycles from the first comparable interval to the last
    bool complete = false;  ///< neither recording is cut: both must have equally many intervals
};

/// Compares an event's intervals in both recordings.
[[nodiscard]] Result compare_event(const std::string& name, Judgement judgement,
                                   const Selection& measured, const Selection& simulated,
                                   const Setting& setting);

/// Compares only lengths, such as those of kernels, cycle by cycle. For the cycles that a core
/// waited within an interval, the band is added to the tolerance.
[[nodiscard]] Result compare_lengths(const std::string& name, std::span<const Interval> measured,
                                     std::span<const Interval> simulated, const Setting& setting);

// Comparison of an event's intervals in two recordings, pair by pair in order.

class PairWalk {
 public:
    PairWalk(Judgement judgement, const Setting& setting)
        : judgement_{judgement}, setting_{setting} {}

    /// Compares a pair. To be called with all pairs in order. `only_lengths`: whether to ignore
    /// positions.
    void take(const Interval& measured, const Interval& simulated, bool only_lengths);

    [[nodiscard]] std::size_t pairs() const { return pairs_; }
    [[nodiscard]] const Differences& largest() const { return largest_; }
    [[nodiscard]] const std::optional<Divergence>& first_divergence() const { return divergence_; }
    /// Did a pair differ by more than is allowed cycle by cycle, and pass because a core waited?
    [[nodiscard]] bool used_band() const { return used_band_; }

 private:
    struct Pair {
        Interval measured;
        Interval simulated;
        [[nodiscard]] std::int64_t offset() const { return simulated.begin - measured.begin; }
    };

    /// Allowed difference in cycles.
    struct Allowance {
        double own = 0;    ///< part for the core's own work
        double waits = 0;  ///< part for the cycles that the core waited meanwhile
    };

    void take_place(const Pair& pair);
    [[nodiscard]] Allowance for_beginning(const Pair& pair) const;
    /// Allowance for the length of a time, if the core's own work may differ by `own` cycles.
    [[nodiscard]] Allowance for_time(const Pair& time, double own) const;
    void judge(const Pair& pair, const char* what, std::int64_t difference,
               const Allowance& allowed);

    Judgement judgement_;
    const Setting& setting_;
    std::size_t pairs_ = 0;
    std::optional<Pair> before_;
    Allowance offset_{};  ///< allowance for the position of the current pair
    bool used_band_ = false;
    Differences largest_;
    std::optional<Divergence> divergence_;
};

}  // namespace xdnasim::comparison
