#pragma once
// The blocks of one nest, without what leads to them and what follows.

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {

/// The section of a kernel laid out by hand.
inline constexpr const char* kRound = "round";

/// schedule_call() of a nest without `leading` and `trailing` ones.
[[nodiscard]] CallSchedule lay_out_blocks(const LoopNest& nest, const arch::SlotModel& model);

}  // namespace xdnasim::vliw
