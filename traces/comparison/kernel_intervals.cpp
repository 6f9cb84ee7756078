#include "traces/comparison/kernel_intervals.hpp"

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

}  // namespace xdnasim::comparison
