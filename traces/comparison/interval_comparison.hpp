#pragma once
// The intervals of one event in two recordings, pair by pair and as a whole.

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
    OnlySimulated,  ///< the measured one does not
    NotComparable   ///< nothing of it is in the part that is compared
};

/// "pass", "outside", "only measured", "only simulated", "not comparable"
[[nodiscard]] std::string_view to_string(Verdict verdict);

/// The intervals of one recording that can be compared.
struct Selection {
    std::span<const Interval> intervals{};
    std::size_t left_out = 0;  ///< others, whose beginning or end is not known
};

/// The first pair that is further apart than allowed.
struct Divergence {
    std::string event{};
    std::size_t index = 0;  ///< of the pair
    Interval measured{};
    Interval simulated{};
    std::string what{};
};

/// Of several differences, simulated less measured, the one furthest from 0.
struct Differences {
    std::int64_t length = 0;
    std::int64_t step = 0;    ///< from an interval's beginning to that of the next
    std::int64_t offset = 0;  ///< of the beginnings
};

struct Side {
    recording::Spread lengths{};
    double median = 0;
    double share = 0;  ///< of the unit's time that is compared
};

struct Result {
    std::string name{};
    Judgement judgement{};  ///< Band, too, where the core's own work passes as it waited
    Side measured{};
    Side simulated{};
    std::size_t pairs = 0;
    Differences largest{};
    double distance = 0;  ///< of the distributions of lengths
    Histogram histogram{};
    Verdict verdict{};
    std::string why{};                             ///< empty: passed
    std::optional<Divergence> first_divergence{};  ///< of what is outside
};

/// `time`: of the unit, that is compared.
[[nodiscard]] Side side_of(std::span<const Interval> intervals, std::int64_t time);

/// The verdict becomes Outside, for the first `why` that is given.
void reject(Result& result, std::string why);

/// What intervals of one unit are judged by.
struct Setting {
    Tolerances tolerances{};
    std::int64_t origin = 0;  ///< where the unit is aligned
    bool filled = false;      ///< its first data had arrived by then
    Waits measured_waits{};
    Waits simulated_waits{};
    std::int64_t measured_time = 0;  ///< from the first to the last that can be compared
    std::int64_t simulated_time = 0;
    bool complete = false;  ///< neither recording is cut off: they must have equally many
};

/// An event's intervals in both recordings.
[[nodiscard]] Result compare_event(const std::string& name, Judgement judgement,
                                   const Selection& measured, const Selection& simulated,
                                   const Setting& setting);

/// Lengths alone, such as those of kernels, cycle by cycle; the band is added for the cycles that a
/// core waited in them.
[[nodiscard]] Result compare_lengths(const std::string& name, std::span<const Interval> measured,
                                     std::span<const Interval> simulated, const Setting& setting);

// Goes through the intervals of an event in two recordings, pair by pair.

class PairWalk {
 public:
    PairWalk(Judgement judgement, const Setting& setting)
        : judgement_{judgement}, setting_{setting} {}

    /// To be called with all pairs in order. `only_lengths`: wherever they are.
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
