#include "traces/comparison/interval_comparison.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "traces/comparison/calls.hpp"

namespace xdnasim::comparison {
namespace {

Result described(const std::string& name, Judgement judgement, std::span<const Interval> measured,
                 std::span<const Interval> simulated, const Setting& setting) {
    return {.name = name,
            .judgement = judgement,
            .measured = side_of(measured, setting.measured_time),
            .simulated = side_of(simulated, setting.simulated_time),
            .distance = distance(measured, simulated),
            .histogram = histogram(measured, simulated)};
}

void walk(Result& result, std::span<const Interval> measured, std::span<const Interval> simulated,
          const Setting& setting, bool only_lengths) {
    PairWalk walk{result.judgement, setting};
    const std::size_t pairs = std::min(measured.size(), simulated.size());
    for (std::size_t i = 0; i < pairs; ++i)
        walk.take(measured[i], simulated[i], only_lengths);
    result.pairs = walk.pairs();
    if (walk.used_band()) result.judgement = Judgement::Band;
    result.largest = walk.largest();
    result.first_divergence = walk.first_divergence();
    if (result.first_divergence) result.first_divergence->event = result.name;
}

void judge_pairs(Result& result) {
    if (result.first_divergence)
        reject(result, fmt::format("interval {}: {}", result.first_divergence->index,
                                   result.first_divergence->what));
}

/// Can both recordings have equally many intervals, given those whose ends are not known?
bool same_count(const Selection& measured, const Selection& simulated) {
    return measured.intervals.size() + measured.left_out >= simulated.intervals.size() &&
           simulated.intervals.size() + simulated.left_out >= measured.intervals.size();
}

void judge_count(Result& result, const Selection& measured, const Selection& simulated) {
    if (!same_count(measured, simulated))
        reject(result, fmt::format("{} times measured, {} simulated", measured.intervals.size(),
                                   simulated.intervals.size()));
}

/// Rejects a result if totals differ by more than the band. `floor`: a difference that is always
/// allowed.
void judge_band(Result& result, const char* what, std::uint64_t measured, std::uint64_t simulated,
                double floor, const Tolerances& tolerances) {
    const double difference =
        std::abs(static_cast<double>(simulated) - static_cast<double>(measured));
    const double allowed = tolerances.band * static_cast<double>(measured);
    if (difference > std::max(allowed, floor))
        reject(result, fmt::format("{}: {} measured, {} simulated; allowed: {:.0f} % apart", what,
                                   measured, simulated, 100 * tolerances.band));
}

std::uint64_t span_of(std::span<const Interval> intervals) {
    if (intervals.empty()) return 0;
    return static_cast<std::uint64_t>(intervals.back().begin - intervals.front().begin);
}

bool is_pulse(const Side& side) {
    return side.lengths.count() == 0 || side.lengths.max() == 1;
}

void judge_totals(Result& result, const Selection& measured, const Selection& simulated,
                  const Setting& setting) {
    const Tolerances& tolerances = setting.tolerances;
    const double little = std::max(
        tolerances.cycles, tolerances.drift * static_cast<double>(std::max(
                                                  setting.measured_time, setting.simulated_time)));
    const bool pulses = is_pulse(result.measured) && is_pulse(result.simulated);
    judge_band(result, pulses ? "times" : "cycles asserted", result.measured.lengths.sum(),
               result.simulated.lengths.sum(), pulses ? 1.0 : little, tolerances);
    const bool both = !measured.intervals.empty() && !simulated.intervals.empty();
    if (both && setting.complete)
        judge_band(result, "cycles from the first to the last", span_of(measured.intervals),
                   span_of(simulated.intervals), little, tolerances);
}

}  // namespace

std::string_view to_string(Verdict verdict) {
    switch (verdict) {
        case Verdict::Pass:
            return "pass";
        case Verdict::Outside:
            return "outside";
        case Verdict::OnlyMeasured:
            return "only measured";
        case Verdict::OnlySimulated:
            return "only simulated";
        case Verdict::NotComparable:
            break;
    }
    return "not comparable";
}

Side side_of(std::span<const Interval> intervals, std::int64_t time) {
    Side side;
    for (const Interval& interval : intervals)
        side.lengths.add(static_cast<std::uint64_t>(interval.length()));
    std::vector<std::int64_t> sorted;
    for (const Interval& interval : intervals)
        sorted.push_back(interval.length());
    if (!sorted.empty()) side.median = median(std::move(sorted));
    if (time > 0) side.share = static_cast<double>(side.lengths.sum()) / static_cast<double>(time);
    return side;
}

void reject(Result& result, std::string why) {
    result.verdict = Verdict::Outside;
    if (result.why.empty()) result.why = std::move(why);
}

Result compare_event(const std::string& name, Judgement judgement, const Selection& measured,
                     const Selection& simulated, const Setting& setting) {
    Result result = described(name, judgement, measured.intervals, simulated.intervals, setting);
    walk(result, measured.intervals, simulated.intervals, setting, false);
    const bool nothing = measured.intervals.empty() && simulated.intervals.empty();
    if (nothing) {
        result.verdict = Verdict::NotComparable;
        result.why = "none of its intervals lies completely in the part that is compared";
    } else if (judgement == Judgement::Band) {
        judge_totals(result, measured, simulated, setting);
    } else {
        const bool one_is_empty = measured.intervals.empty() || simulated.intervals.empty();
        if (setting.complete || one_is_empty) judge_count(result, measured, simulated);
        judge_pairs(result);
    }
    // When totals are judged by the band, the differences of single pairs do not matter.
    if (result.verdict != Verdict::Outside) result.first_divergence.reset();
    return result;
}

Result compare_lengths(const std::string& name, std::span<const Interval> measured,
                       std::span<const Interval> simulated, const Setting& setting) {
    Result result = described(name, Judgement::CycleByCycle, measured, simulated, setting);
    walk(result, measured, simulated, setting, true);
    if (result.pairs == 0) {
        result.verdict = Verdict::NotComparable;
        result.why = "not in the part that is compared";
    }
    judge_pairs(result);
    return result;
}

namespace {

void keep_larger(std::int64_t& largest, std::int64_t difference) {
    if (std::abs(difference) > std::abs(largest)) largest = difference;
}

}  // namespace

void PairWalk::take(const Interval& measured, const Interval& simulated, bool only_lengths) {
    const Pair pair{measured, simulated};
    if (!only_lengths) take_place(pair);
    const std::int64_t difference = simulated.length() - measured.length();
    keep_larger(largest_.length, difference);
    judge(pair, "its length", difference, for_time(pair, setting_.tolerances.cycles));
    before_ = pair;
    ++pairs_;
}

/// Judges the position of a pair and the time from the previous one. Since positions drift, their
/// allowed difference grows with the elapsed time.
void PairWalk::take_place(const Pair& pair) {
    const Tolerances& tolerances = setting_.tolerances;
    keep_larger(largest_.offset, pair.offset());
    if (before_) {
        const Pair step{{before_->measured.begin, pair.measured.begin},
                        {before_->simulated.begin, pair.simulated.begin}};
        const std::int64_t difference = step.simulated.length() - step.measured.length();
        keep_larger(largest_.step, difference);
        judge(pair, "the time from the previous one", difference,
              for_time(step, tolerances.cycles));
        const Allowance gone_by =
            for_time(step, tolerances.drift * static_cast<double>(step.measured.length()));
        offset_ = {offset_.own + gone_by.own, offset_.waits + gone_by.waits};
    } else {
        offset_ = for_beginning(pair);
    }
    judge(pair, "its position", pair.offset(),
          {std::max(tolerances.cycles, offset_.own), offset_.waits});
}

PairWalk::Allowance PairWalk::for_beginning(const Pair& pair) const {
    const Tolerances& tolerances = setting_.tolerances;
    const Pair time{{setting_.origin, pair.measured.begin},
                    {setting_.origin, pair.simulated.begin}};
    const auto cycles = static_cast<double>(std::abs(time.measured.length()));
    if (!setting_.filled)
        return {0, tolerances.band * cycles};  // its first data comes from the DRAM
    return for_time(time, tolerances.drift * cycles);
}

/// The band applies only to cycles that depend on others, however few they are.
PairWalk::Allowance PairWalk::for_time(const Pair& time, double own) const {
    const std::int64_t waited = judgement_ == Judgement::Band
                                    ? time.measured.length()
                                    : std::max(setting_.measured_waits.cycles_in(time.measured),
                                               setting_.simulated_waits.cycles_in(time.simulated));
    return {own, setting_.tolerances.band * static_cast<double>(std::max<std::int64_t>(0, waited))};
}

void PairWalk::judge(const Pair& pair, const char* what, std::int64_t difference,
                     const Allowance& allowed) {
    const auto apart = static_cast<double>(std::abs(difference));
    const double max = allowed.own + allowed.waits;
    if (apart > allowed.own && apart <= max) used_band_ = true;
    if (divergence_ || apart <= max) return;
    divergence_ = Divergence{.index = pairs_,
                             .measured = pair.measured,
                             .simulated = pair.simulated,
                             .what = fmt::format("{} differs by {:+} cycles, allowed {:.0f}", what,
                                                 difference, std::floor(max))};
}

}  // namespace xdnasim::comparison
