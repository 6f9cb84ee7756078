#include "sim/trace_levels.hpp"

#include <algorithm>
#include <cstddef>

namespace xdnasim::sim {

using arch::Cycles;

void TraceLevels::hold(int slot, Cycles begin, Cycles end) {
    begin = std::max(begin, taken_);
    if (begin >= end) return;
    auto& intervals = slots_[static_cast<std::size_t>(slot)];
    if (!intervals.empty() && begin <= intervals.back().end)
        intervals.back().end = std::max(intervals.back().end, end);
    else
        intervals.push_back({begin, end});
}

std::uint8_t TraceLevels::level(Cycles& next) {
    unsigned mask = 0;
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        auto& intervals = slots_[slot];
        while (!intervals.empty() && intervals.front().end <= taken_)
            intervals.pop_front();
        if (intervals.empty()) continue;
        const Interval& first = intervals.front();
        const bool asserted = first.begin <= taken_;
        if (asserted) mask |= 1U << slot;
        next = std::min(next, asserted ? first.end : first.begin);
    }
    return static_cast<std::uint8_t>(mask);
}

}  // namespace xdnasim::sim
