#pragma once
// Kernels tell when they begin and end by INSTR_EVENT_0 and INSTR_EVENT_1, as in
// recording::KernelTimes: where both are in one cycle, a kernel ends and the next one begins.

#include <span>

#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

struct KernelIntervals {
    Intervals lengths{};  ///< from event 0 to the first event 1 behind it
    Intervals periods{};  ///< from event 0 to event 0
    Intervals gaps{};     ///< from event 1 to event 0
};

[[nodiscard]] KernelIntervals kernel_intervals(std::span<const Interval> event_0,
                                               std::span<const Interval> event_1);

}  // namespace xdnasim::comparison
