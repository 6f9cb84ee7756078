#pragma once
// In which cycles of a call some of a core's slots issue.

#include <cstdint>
#include <vector>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {

/// Cycles from `begin` up to `end` of a kernel, of which the first is 0.
struct IssueRun {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const IssueRun&) const = default;
};

/// When any slot of `slots` (indices of SlotModel::slots) issues; runs in order that do not touch.
[[nodiscard]] std::vector<IssueRun> issue_runs(const CallSchedule& call,
                                               const std::vector<int>& slots);

}  // namespace xdnasim::vliw
