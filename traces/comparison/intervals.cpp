#include "traces/comparison/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xdnasim::comparison {

KernelIntervals kernel_intervals(std::span<const Interval> event_0,
                                 std::span<const Interval> event_1) {
    KernelIntervals kernels;
    auto end = event_1.begin();
    for (std::size_t i = 0; i < event_0.size(); ++i) {
        const std::int64_t begin = event_0[i].begin;
        const bool last = i + 1 == event_0.size();
        while (end != event_1.end() && end->begin <= begin)
            ++end;
        const bool ends = end != event_1.end() && (last || end->begin <= event_0[i + 1].begin);
        if (ends) kernels.lengths.push_back({begin, end->begin});
        if (last) break;
        kernels.periods.push_back({begin, event_0[i + 1].begin});
        if (ends) kernels.gaps.push_back({end->begin, event_0[i + 1].begin});
    }
    return kernels;
}

namespace {

constexpr std::int64_t kBins = 40;

std::vector<std::int64_t> sorted_lengths(std::span<const Interval> intervals) {
    std::vector<std::int64_t> lengths;
    lengths.reserve(intervals.size());
    for (const Interval& interval : intervals)
        lengths.push_back(interval.length());
    std::sort(lengths.begin(), lengths.end());
    return lengths;
}

std::vector<std::uint64_t> counts(std::span<const Interval> intervals, const Histogram& bins,
                                  std::int64_t number) {
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(number));
    for (const Interval& interval : intervals)
        ++counts[static_cast<std::size_t>((interval.length() - bins.min) / bins.width)];
    return counts;
}

}  // namespace

Histogram histogram(std::span<const Interval> measured, std::span<const Interval> simulated) {
    std::int64_t min = std::numeric_limits<std::int64_t>::max();
    std::int64_t max = 0;
    for (const auto side : {measured, simulated})
        for (const Interval& interval : side) {
            min = std::min(min, interval.length());
            max = std::max(max, interval.length());
        }
    if (min > max) return {};
    Histogram result{.min = min, .width = (max - min) / kBins + 1};
    const std::int64_t number = (max - min) / result.width + 1;
    result.measured = counts(measured, result, number);
    result.simulated = counts(simulated, result, number);
    return result;
}

double distance(std::span<const Interval> measured, std::span<const Interval> simulated) {
    if (measured.empty() || simulated.empty()) return 0;
    const auto a = sorted_lengths(measured);
    const auto b = sorted_lengths(simulated);
    double largest = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const std::int64_t length = std::min(a[i], b[j]);
        while (i < a.size() && a[i] == length)
            ++i;
        while (j < b.size() && b[j] == length)
            ++j;
        largest =
            std::max(largest, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                       static_cast<double>(j) / static_cast<double>(b.size())));
    }
    return largest;
}

Waits::Waits(const std::vector<const Intervals*>& parts) {
    Intervals all;
    for (const Intervals* part : parts)
        all.insert(all.end(), part->begin(), part->end());
    std::sort(all.begin(), all.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    for (const Interval& wait : all) {
        if (waits_.empty() || wait.begin > waits_.back().end)
            waits_.push_back(wait);
        else
            waits_.back().end = std::max(waits_.back().end, wait.end);
    }
    std::int64_t sum = 0;
    for (const Interval& wait : waits_) {
        before_.push_back(sum);
        sum += wait.length();
    }
}

std::int64_t Waits::cycles_before(std::int64_t cycle) const {
    const auto after = std::partition_point(
        waits_.begin(), waits_.end(), [cycle](const Interval& wait) { return wait.begin < cycle; });
    if (after == waits_.begin()) return 0;
    const auto last = static_cast<std::size_t>(after - waits_.begin()) - 1;
    return before_[last] + std::min(cycle, waits_[last].end) - waits_[last].begin;
}

}  // namespace xdnasim::comparison
