#pragma once
// The cycles in which the operations of a kernel call issue.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {

using Issues =
    std::map<std::string, std::vector<std::int64_t>>;  ///< cycles by label, in program order

/// Issue cycles of all operations of a call. Precondition: its loop is pipelined, or it has only
/// one block.
inline Issues issues_of(const CallSchedule& call) {
    Issues issues;
    for_each_run(call, [&](const SectionRun& run) {
        const SlotSchedule& schedule = run.section.schedule;
        for (std::size_t i = 0; i < schedule.placements.size(); ++i) {
            const int cycle = schedule.placements[i].cycle;
            issues[run.section.graph.nodes[i].label].push_back(
                run.begin + (schedule.ii > 0 ? cycle % schedule.ii : cycle));
        }
    });
    return issues;
}

}  // namespace xdnasim::vliw
