#include "traces/comparison/calls.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace xdnasim::comparison {
namespace {

/// Do two lengths, in ascending order, belong to different kernels?
bool is_apart(std::int64_t shorter, std::int64_t longer) {
    constexpr std::int64_t kLittle = 16;  ///< what stalls may add to the shortest kernels
    return longer > shorter + shorter / 2 + kLittle;
}

/// The shortest length of each kernel, in ascending order.
std::vector<std::int64_t> kernels_in(const std::vector<Round>& measured,
                                     const std::vector<Round>& simulated) {
    std::vector<std::int64_t> lengths;
    for (const auto* rounds : {&measured, &simulated})
        for (const Round& round : *rounds)
            lengths.push_back(round.call.length());
    std::sort(lengths.begin(), lengths.end());
    std::vector<std::int64_t> shortest;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if (i == 0 || is_apart(lengths[i - 1], lengths[i])) shortest.push_back(lengths[i]);
    return shortest;
}

std::size_t kernel_of(const Round& round, const std::vector<std::int64_t>& shortest) {
    const auto after = std::upper_bound(shortest.begin(), shortest.end(), round.call.length());
    return static_cast<std::size_t>(after - shortest.begin()) - 1;
}

void name_kernels(std::vector<Round>& rounds, const std::vector<std::int64_t>& shortest) {
    for (Round& round : rounds)
        round.kernel = kernel_of(round, shortest);
    // The next call is not known after the last round, or if its round is left out: it is then
    // taken for a call of the same kernel.
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        const bool known =
            i + 1 < rounds.size() && rounds[i + 1].period.begin == rounds[i].period.end;
        rounds[i].next = known ? rounds[i + 1].kernel : rounds[i].kernel;
    }
}

}  // namespace

std::vector<Round> rounds_of(std::span<const Interval> event_0, std::span<const Interval> event_1) {
    std::vector<Round> rounds;
    auto end = event_1.begin();
    for (std::size_t i = 0; i + 1 < event_0.size(); ++i) {
        const std::int64_t begin = event_0[i].begin;
        const std::int64_t next = event_0[i + 1].begin;
        while (end != event_1.end() && end->begin <= begin)
            ++end;
        if (end != event_1.end() && end->begin <= next)
            rounds.push_back({.call = {begin, end->begin}, .period = {begin, next}});
    }
    return rounds;
}

void tell_kernels_apart(std::vector<Round>& measured, std::vector<Round>& simulated) {
    const std::vector<std::int64_t> shortest = kernels_in(measured, simulated);
    name_kernels(measured, shortest);
    name_kernels(simulated, shortest);
}

Intervals whole_periods(const Intervals& cycles) {
    std::vector<std::ptrdiff_t> begins;
    for (std::size_t i = 1; i < cycles.size(); ++i)
        if (cycles[i - 1].length() == 0 && cycles[i].length() > 0)
            begins.push_back(static_cast<std::ptrdiff_t>(i));
    if (begins.size() < 2) return cycles;
    return {cycles.begin() + begins.front(), cycles.begin() + begins.back()};
}

double median(std::vector<std::int64_t> numbers) {
    const auto half = static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), numbers.begin() + half, numbers.end());
    const auto upper = static_cast<double>(numbers[static_cast<std::size_t>(half)]);
    if (numbers.size() % 2 == 1) return upper;
    return (upper +
            static_cast<double>(*std::max_element(numbers.begin(), numbers.begin() + half))) /
           2;
}

std::vector<std::int64_t> remove_pauses(std::vector<Round>& rounds) {
    constexpr double kTimes = 4;
    std::vector<std::int64_t> all;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::int64_t>> by_kind;
    for (const Round& round : rounds) {
        all.push_back(round.period.length());
        by_kind[round.kind()].push_back(round.period.length());
    }
    if (all.empty()) return {};
    const double usual = median(all);
    std::map<std::pair<std::size_t, std::size_t>, double> usual_of_kind;
    for (const auto& [kind, periods] : by_kind)
        usual_of_kind[kind] = periods.size() > 2 ? std::max(usual, median(periods)) : usual;
    std::vector<std::int64_t> pauses;
    std::erase_if(rounds, [&](const Round& round) {
        const auto period = round.period.length();
        if (static_cast<double>(period) <= kTimes * usual_of_kind.at(round.kind())) return false;
        pauses.push_back(period);
        return true;
    });
    return pauses;
}

namespace {

/// How much two rounds differ, from 0 to 1.
double difference(const Round& a, const Round& b) {
    if (a.kernel != b.kernel) return 1;
    const double ratio =
        static_cast<double>(a.period.length()) / static_cast<double>(b.period.length());
    return std::min(1.0, std::abs(std::log(ratio)));
}

}  // namespace

std::optional<Phase> match_phase(std::span<const Round> measured,
                                 std::span<const Round> simulated) {
    if (measured.empty() || simulated.empty()) return std::nullopt;
    // Limits the time, since every pair of rounds is compared.
    constexpr std::size_t kMaxRounds = 2000;
    const std::span a = measured.first(std::min(measured.size(), kMaxRounds));
    const std::span b = simulated.first(std::min(simulated.size(), kMaxRounds));
    const std::size_t min_common = (std::min(a.size(), b.size()) + 1) / 2;
    std::optional<Phase> best;
    double least = 0;
    const auto consider = [&](Phase phase) {
        const std::size_t common = std::min(a.size() - phase.measured, b.size() - phase.simulated);
        if (common < min_common) return;
        double sum = 0;
        for (std::size_t i = 0; i < common; ++i)
            sum += difference(a[phase.measured + i], b[phase.simulated + i]);
        const double mean = sum / static_cast<double>(common);
        if (best && mean >= least) return;
        best = phase;
        least = mean;
    };
    for (std::size_t lag = 0; lag < std::max(a.size(), b.size()); ++lag) {
        if (lag < a.size()) consider({lag, 0});
        if (lag > 0 && lag < b.size()) consider({0, lag});
    }
    return best;
}

namespace {

void note_pauses(const char* which, const std::vector<std::int64_t>& pauses, CallPair& calls) {
    if (pauses.empty()) return;
    calls.notes.push_back(
        fmt::format("{}: {} between calls left out, {} cycles", which,
                    base::counted(std::ssize(pauses), "pause"),
                    std::accumulate(pauses.begin(), pauses.end(), std::int64_t{0})));
}

}  // namespace

CallPair pair_calls(std::vector<Round> measured, std::vector<Round> simulated) {
    CallPair calls{.measured = std::move(measured), .simulated = std::move(simulated)};
    tell_kernels_apart(calls.measured, calls.simulated);
    note_pauses("measured", remove_pauses(calls.measured), calls);
    note_pauses("simulated", remove_pauses(calls.simulated), calls);
    return calls;
}

bool can_take_medians(const CallPair& calls) {
    return std::min(calls.measured.size(), calls.simulated.size()) >= kMinRounds;
}

std::optional<CallPair> calls_of(const RecordedUnit& measured, const RecordedUnit& simulated,
                                 const UnitPair& pair) {
    const EventPair* const begins = pair.find(names::Signal::KernelBegins);
    const EventPair* const ends = pair.find(names::Signal::KernelEnds);
    if (begins == nullptr || ends == nullptr) return std::nullopt;
    for (const EventPair* event : {begins, ends})
        if (!event->measured || !event->simulated) return std::nullopt;
    return pair_calls(
        rounds_of(measured.slots[*begins->measured], measured.slots[*ends->measured]),
        rounds_of(simulated.slots[*begins->simulated], simulated.slots[*ends->simulated]));
}

}  // namespace xdnasim::comparison
