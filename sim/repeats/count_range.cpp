#include "sim/repeats/count_range.hpp"

#include <cstdlib>
#include <unordered_map>

namespace xdnasim::sim {
namespace {

/// The most repeats to compute at once.
constexpr std::int64_t kMostTimes = std::int64_t{1} << 20;

/// `bound` - `count`, where `bound` may be infinite.
std::int64_t less(std::int64_t bound, std::int64_t count) {
    using Limits = std::numeric_limits<std::int64_t>;
    return bound == Limits::min() || bound == Limits::max() ? bound : bound - count;
}

}  // namespace

CountsChange::CountsChange(const std::vector<Count>& before, const std::vector<Count>& after) {
    std::unordered_map<const CountRange*, std::size_t> places;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const CountRange& range = *before[i].range;
        places.emplace(&range, i);
        // Of a counter that nothing depended on, any value will do.
        if (range.least_ > std::numeric_limits<std::int64_t>::min() ||
            range.most_ < std::numeric_limits<std::int64_t>::max())
            needs_.push_back({i, range.least_, range.most_});
    }
    for (const Count& count : after) {
        const auto place = places.find(count.range);
        if (place == places.end() || count.range->restarted_)
            results_.push_back({.value = count.left});
        else
            results_.push_back({place->second, -count.range->taken_});
    }
}

bool CountsChange::agrees(const std::vector<std::int64_t>& counts) const {
    return std::ranges::all_of(needs_, [&](const Need& need) {
        return counts[need.count] >= need.least && counts[need.count] <= need.most;
    });
}

void CountsChange::take(std::vector<std::int64_t>& counts, std::int64_t times) const {
    std::vector<std::int64_t> results;
    results.reserve(results_.size());
    for (const Result& result : results_)
        results.push_back(result.of == kNew ? result.value
                                            : counts[result.of] + times * result.value);
    counts = std::move(results);
}

CountsChange CountsChange::then(const CountsChange& next) const {
    CountsChange both;
    both.needs_ = needs_;
    for (const Need& need : next.needs_) {
        const Result& before = results_[need.count];
        // A count that was set anew met the need when the stretches came in this order.
        if (before.of != kNew)
            both.needs_.push_back(
                {before.of, less(need.least, before.value), less(need.most, before.value)});
    }
    for (const Result& result : next.results_) {
        const Result before = result.of == kNew ? Result{.value = 0} : results_[result.of];
        both.results_.push_back({before.of, before.value + result.value});
    }
    return both;
}

std::int64_t CountsChange::times(const std::vector<std::int64_t>& counts) const {
    std::int64_t times = kMostTimes;
    for (std::size_t i = 0; i < results_.size(); ++i)
        if (results_[i].of != kNew && results_[i].of != i) return 0;
    for (const Need& need : needs_) {
        const std::int64_t count = counts[need.count];
        if (count < need.least || count > need.most) return 0;
        const Result& result = results_[need.count];
        if (result.of == kNew || result.value == 0) continue;
        const std::int64_t room = result.value < 0 ? count - need.least : need.most - count;
        times = std::min(times, room / std::abs(result.value) + 1);
    }
    return counts_down() ? times : 0;
}

bool CountsChange::counts_down() const {
    return std::ranges::any_of(
        results_, [](const Result& result) { return result.of != kNew && result.value < 0; });
}

std::size_t CountsChange::memory() const {
    return needs_.size() * sizeof(Need) + results_.size() * sizeof(Result);
}

}  // namespace xdnasim::sim
