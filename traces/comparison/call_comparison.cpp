#include "traces/comparison/call_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace xdnasim::comparison {
namespace {

using Kind = std::pair<std::size_t, std::size_t>;

/// The rounds of one recording, and the waits of its core.
struct Recording {
    const std::vector<Round>& rounds;
    Waits waits;
};

Intervals parts_of(const Recording& recording, Interval (*part)(const Round&),
                   bool (*wanted)(const Round&, const Kind&), const Kind& kind) {
    Intervals parts;
    for (const Round& round : recording.rounds)
        if (wanted(round, kind)) parts.push_back(part(round));
    return parts;
}

Interval call_of(const Round& round) {
    return round.call;
}
Interval gap_of(const Round& round) {
    return round.gap();
}
Interval period_of(const Round& round) {
    return round.period;
}
bool is_of_kind(const Round& round, const Kind& kind) {
    return round.kind() == kind;
}
bool is_of_kernel(const Round& round, const Kind& kind) {
    return round.kernel == kind.first;
}

double total(const Intervals& intervals) {
    return std::accumulate(intervals.begin(), intervals.end(), 0.0,
                           [](double sum, const Interval& interval) {
                               return sum + static_cast<double>(interval.length());
                           });
}

/// Cycles of `event` in each of `times`, as intervals of that length.
Intervals asserted_in(const Waits& event, const Intervals& times) {
    Intervals cycles;
    for (const Interval& time : times)
        cycles.push_back({time.begin, time.begin + event.cycles_in(time)});
    return cycles;
}

double median_of(const Intervals& intervals) {
    return intervals.empty() ? 0 : side_of(intervals, 0).median;
}

class Judge {
 public:
    Judge(const CallPair& calls, const std::vector<WatchedEvent>& events,
          const Tolerances& tolerances)
        : tolerances_{tolerances},
          events_{events},
          measured_{calls.measured, waits_of(&WatchedEvent::measured)},
          simulated_{calls.simulated, waits_of(&WatchedEvent::simulated)},
          time_{total(all_periods(measured_)), total(all_periods(simulated_))} {
        find_kinds();
    }

    [[nodiscard]] std::vector<Result> kernels() const {
        std::vector<Result> results;
        std::vector<std::pair<double, std::size_t>> kernels;
        for (const auto& [kernel, time] : kernels_)
            kernels.emplace_back(-time, kernel);
        std::sort(kernels.begin(), kernels.end());
        for (const auto& [time, kernel] : kernels)
            results.push_back(length_of(kernel));
        for (const Kind& kind : kinds_)
            results.push_back(gap(kind));
        for (const Kind& kind : kinds_)
            results.push_back(period(kind));
        return results;
    }
    [[nodiscard]] std::vector<Result> events() const {
        std::vector<Result> results;
        for (const WatchedEvent& watched : events_)
            results.push_back(judged(watched));
        return results;
    }

 private:
    struct Time {
        double measured = 0;
        double simulated = 0;
    };

    [[nodiscard]] static Intervals all_periods(const Recording& recording) {
        return parts_of(recording, period_of, [](const Round&, const Kind&) { return true; }, {});
    }
    [[nodiscard]] Waits waits_of(const Intervals* WatchedEvent::*side) const {
        std::vector<const Intervals*> waits;
        for (const WatchedEvent& watched : events_)
            if (watched.*side != nullptr && is_wait_of_core(watched.event))
                waits.push_back(watched.*side);
        return Waits{waits};
    }
    /// Finds all kinds of rounds, in descending order of measured time, and all kernels.
    void find_kinds() {
        std::map<Kind, double> kinds;
        for (const Recording* recording : {&measured_, &simulated_})
            for (const Round& round : recording->rounds) {
                const bool counts = recording == &measured_;
                kinds[round.kind()] += counts ? static_cast<double>(round.period.length()) : 0;
                kernels_[round.kernel] += counts ? static_cast<double>(round.call.length()) : 0;
            }
        for (const auto& [kind, time] : kinds)
            kinds_.push_back(kind);
        std::stable_sort(kinds_.begin(), kinds_.end(),
                         [&](const Kind& a, const Kind& b) { return kinds.at(a) > kinds.at(b); });
        for (const auto& [kernel, time] : kernels_)
            max_kernel_time_ = std::max(max_kernel_time_, time);
    }

    [[nodiscard]] std::string name_of(std::size_t kernel) const {
        const Intervals lengths = parts_of(measured_, call_of, is_of_kernel, {kernel, 0});
        return fmt::format("{:.0f}", median_of(lengths.empty() ? parts_of(simulated_, call_of,
                                                                          is_of_kernel, {kernel, 0})
                                                               : lengths));
    }
    [[nodiscard]] std::string name_of(const char* what, const Kind& kind) const {
        if (kernels_.size() == 1) return what;
        return fmt::format("{}, {} then {}", what, name_of(kind.first), name_of(kind.second));
    }

    [[nodiscard]] Result described(const std::string& name, const Intervals& measured,
                                   const Intervals& simulated) const {
        return {.name = name,
                .judgement = Judgement::Medians,
                .measured = side_of(measured, std::llround(time_.measured)),
                .simulated = side_of(simulated, std::llround(time_.simulated)),
                .pairs = std::min(measured.size(), simulated.size()),
                .distance = distance(measured, simulated),
                .histogram = histogram(measured, simulated)};
    }

    /// Judges by medians and means. `allowed`: allowed difference in cycles.
    static void judge(Result& result, double allowed) {
        const Side& measured = result.measured;
        const Side& simulated = result.simulated;
        if (result.pairs == 0) {
            result.verdict = Verdict::NotComparable;
            result.why = measured.lengths.count() == 0 ? "no such calls are measured"
                                                       : "no such calls are simulated";
            return;
        }
        const double apart = simulated.median - measured.median;
        const double means_apart = simulated.lengths.mean() - measured.lengths.mean();
        if (std::abs(apart) <= allowed || std::abs(means_apart) <= allowed) return;
        const std::string share =
            measured.median > 0 ? fmt::format(" ({:+.1f} %)", 100 * apart / measured.median) : "";
        reject(result, fmt::format("median {:.0f} cycles measured, {:.0f} simulated{}; allowed: "
                                   "{:.0f} cycles apart",
                                   measured.median, simulated.median, share, allowed));
    }

    [[nodiscard]] double allowed_length(std::size_t kernel) const {
        const double time = kernels_.at(kernel);
        const double length = median_of(parts_of(measured_, call_of, is_of_kernel, {kernel, 0}));
        const double weight = time > 0 ? max_kernel_time_ / time : 1;
        return std::max(tolerances_.cycles, tolerances_.length * length * weight);
    }
    [[nodiscard]] Result length_of(std::size_t kernel) const {
        Result result =
            described(kernels_.size() == 1 ? "length" : fmt::format("length, {}", name_of(kernel)),
                      parts_of(measured_, call_of, is_of_kernel, {kernel, 0}),
                      parts_of(simulated_, call_of, is_of_kernel, {kernel, 0}));
        judge(result, allowed_length(kernel));
        // The kernel that takes most of the time has no counterpart.
        if (result.pairs == 0 && kernels_.at(kernel) == max_kernel_time_) {
            result.why.clear();
            reject(result,
                   fmt::format("no calls of about {} cycles are simulated, only calls of {}",
                               name_of(kernel), fmt::join(simulated_lengths(), ", ")));
        }
        return result;
    }
    /// Median length of each simulated kernel, in ascending order.
    [[nodiscard]] std::vector<std::string> simulated_lengths() const {
        std::vector<std::string> lengths;
        for (const auto& [kernel, time] : kernels_) {
            const Intervals calls = parts_of(simulated_, call_of, is_of_kernel, {kernel, 0});
            if (!calls.empty()) lengths.push_back(fmt::format("{:.0f}", median_of(calls)));
        }
        return lengths;
    }

    /// Allowed difference of the times between calls, in cycles: an amount for the core's own work,
    /// plus the band for its waits.
    [[nodiscard]] double allowed_between(const Intervals& measured,
                                         const Intervals& simulated) const {
        const auto rounds = static_cast<double>(std::max<std::size_t>(measured.size(), 1));
        const double own =
            std::max(tolerances_.cycles, tolerances_.drift * time_.measured / rounds);
        const double waited = std::max(median_of(asserted_in(measured_.waits, measured)),
                                       median_of(asserted_in(simulated_.waits, simulated)));
        return own + tolerances_.band * waited;
    }
    [[nodiscard]] Result gap(const Kind& kind) const {
        const Intervals measured = parts_of(measured_, gap_of, is_of_kind, kind);
        const Intervals simulated = parts_of(simulated_, gap_of, is_of_kind, kind);
        Result result = described(name_of("gap", kind), measured, simulated);
        // If a kernel takes longer, the wait that follows may be shorter by as much.
        judge(result, allowed_between(measured, simulated) + allowed_length(kind.first));
        return result;
    }
    [[nodiscard]] Result period(const Kind& kind) const {
        const Intervals measured = parts_of(measured_, period_of, is_of_kind, kind);
        const Intervals simulated = parts_of(simulated_, period_of, is_of_kind, kind);
        Result result = described(name_of("period", kind), measured, simulated);
        judge(result, allowed_between(measured, simulated));
        return result;
    }

    [[nodiscard]] double share_of(const Event& event) const {
        if (is_stall_of_core(event)) return tolerances_.stalls;
        const bool ports = judgement_of(event) == Judgement::Band;
        return ports ? tolerances_.band : tolerances_.length;
    }
    /// Judges an event by its cycles in the rounds of the kind that takes most of the time. An
    /// event that does not occur in most of these rounds is judged by its mean per round, over
    /// whole periods.
    [[nodiscard]] Result judged(const WatchedEvent& watched) const {
        const auto cycles = [&](const Intervals* intervals, const Intervals& times) {
            return intervals == nullptr ? Intervals{} : asserted_in(Waits{{intervals}}, times);
        };
        const Kind& kind = kinds_.front();
        const Result result =
            described(watched.event.name(),
                      cycles(watched.measured, parts_of(measured_, period_of, is_of_kind, kind)),
                      cycles(watched.simulated, parts_of(simulated_, period_of, is_of_kind, kind)));
        const bool usual = result.measured.median > 0 || result.simulated.median > 0;
        return usual ? judged_by_median(watched, result)
                     : judged_by_rate(
                           watched, whole_periods(cycles(watched.measured, all_periods(measured_))),
                           whole_periods(cycles(watched.simulated, all_periods(simulated_))));
    }
    [[nodiscard]] Result judged_by_median(const WatchedEvent& watched, Result result) const {
        const double round = time_.measured / static_cast<double>(measured_.rounds.size());
        judge(result,
              std::max({tolerances_.cycles, share_of(watched.event) * result.measured.median,
                        tolerances_.drift * round}));
        return result;
    }
    [[nodiscard]] Result judged_by_rate(const WatchedEvent& watched, const Intervals& measured,
                                        const Intervals& simulated) const {
        Result result = described(watched.event.name(), measured, simulated);
        if (result.pairs == 0) {
            judge(result, 0);
            return result;
        }
        const auto rate = [](const Side& side) { return side.lengths.mean(); };
        // The recordings may begin and end just before or just after one of the few occurrences.
        const auto one = [](const Side& side) {
            return static_cast<double>(side.lengths.max()) /
                   static_cast<double>(side.lengths.count());
        };
        const double apart = rate(result.simulated) - rate(result.measured);
        const double allowed = std::max({share_of(watched.event) * rate(result.measured),
                                         one(result.measured) + one(result.simulated), 1.0});
        if (std::abs(apart) > allowed)
            reject(result,
                   fmt::format("{:.1f} cycles a call measured, {:.1f} simulated; allowed: {:.1f} "
                               "apart",
                               rate(result.measured), rate(result.simulated), allowed));
        return result;
    }

    const Tolerances& tolerances_;
    const std::vector<WatchedEvent>& events_;
    Recording measured_;
    Recording simulated_;
    Time time_;
    std::vector<Kind> kinds_;
    std::map<std::size_t, double> kernels_;  ///< measured cycles of each kernel, by number
    double max_kernel_time_ = 0;
};

}  // namespace

CallResults compare_calls(const CallPair& calls, const std::vector<WatchedEvent>& events,
                          const Tolerances& tolerances) {
    const Judge judge{calls, events, tolerances};
    return {judge.kernels(), judge.events()};
}

}  // namespace xdnasim::comparison
