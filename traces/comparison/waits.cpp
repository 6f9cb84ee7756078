#include "traces/comparison/waits.hpp"

#include <algorithm>

namespace xdnasim::comparison {

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
