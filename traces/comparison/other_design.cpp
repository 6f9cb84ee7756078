#include "traces/comparison/other_design.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/number_format.hpp"
#include "traces/comparison/intervals.hpp"

namespace xdnasim::comparison {
namespace {

/// A figure of a core in cycles: the mean over all calls or rounds.
struct Figure {
    std::string name{};
    double measured = 0;
    double simulated = 0;
    [[nodiscard]] double factor() const { return measured / simulated; }
};

double mean(const Intervals& intervals) {
    double sum = 0;
    for (const Interval& interval : intervals)
        sum += static_cast<double>(interval.length());
    return intervals.empty() ? 0 : sum / static_cast<double>(intervals.size());
}

double mean_of(const Intervals& event, const std::vector<Round>& rounds) {
    const Waits asserted{{&event}};
    Intervals cycles;
    for (const Round& round : rounds)
        cycles.push_back({0, asserted.cycles_in(round.period)});
    return mean(whole_periods(cycles));
}

double mean_of(Interval (*part)(const Round&), const std::vector<Round>& rounds) {
    Intervals parts;
    for (const Round& round : rounds)
        parts.push_back(part(round));
    return mean(parts);
}

Figure figure_of(const char* name, Interval (*part)(const Round&), const CallPair& calls) {
    return {name, mean_of(part, calls.measured), mean_of(part, calls.simulated)};
}

/// Figures of the events that both recordings watch and contain. Events with few cycles per call
/// are left out, since one cycle more or less would look like another design.
std::vector<Figure> work_of(const CallPair& calls, const std::vector<WatchedEvent>& events) {
    constexpr double kFew = 16;
    std::vector<Figure> figures;
    for (const WatchedEvent& watched : events) {
        if (watched.measured == nullptr || watched.simulated == nullptr || !is_work(watched.event))
            continue;
        const Figure figure{watched.event.name(), mean_of(*watched.measured, calls.measured),
                            mean_of(*watched.simulated, calls.simulated)};
        if (std::min(figure.measured, figure.simulated) > 0 &&
            std::max(figure.measured, figure.simulated) >= kFew)
            figures.push_back(figure);
    }
    return figures;
}

/// Do all figures differ by the same factor, and is it not 1?
bool is_other_scale(const std::vector<Figure>& figures) {
    constexpr double kSame = 0.05;
    constexpr double kOther = 0.1;
    const auto [least, most] = std::minmax_element(
        figures.begin(), figures.end(),
        [](const Figure& a, const Figure& b) { return a.factor() < b.factor(); });
    return most->factor() <= least->factor() * (1 + kSame) &&
           std::abs(figures.front().factor() - 1) > kOther;
}

bool is_other_work(const Figure& figure) {
    constexpr double kFifth = 1.2;
    return std::max(figure.factor(), 1 / figure.factor()) >= kFifth;
}

}  // namespace

std::string sign_of_other_design(const CallPair& calls, const std::vector<WatchedEvent>& events) {
    const std::vector<Figure> work = work_of(calls, events);
    std::vector<Figure> all = work;
    all.push_back(figure_of(
        "call", [](const Round& round) { return round.call; }, calls));
    all.push_back(figure_of(
        "period", [](const Round& round) { return round.period; }, calls));
    if (!work.empty() && is_other_scale(all))
        return fmt::format(
            "everything in it takes {:.2f} times as many cycles measured as simulated, as if these "
            "were not cycles of the core",
            work.front().factor());
    std::vector<std::string> others;
    for (const Figure& figure : work)
        if (is_other_work(figure))
            others.push_back(fmt::format("{} cycles of {} measured, {} simulated",
                                         base::grouped(figure.measured, 0), figure.name,
                                         base::grouped(figure.simulated, 0)));
    return others.empty() ? std::string{} : fmt::format("a call has {}", fmt::join(others, "; "));
}

}  // namespace xdnasim::comparison
