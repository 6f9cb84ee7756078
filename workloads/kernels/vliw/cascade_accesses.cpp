#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {
namespace {

struct AccessInRun {
    std::int64_t cycle = 0;
    arch::CascadeUse use{};
};

std::vector<AccessInRun> accesses_in(const CodeSection& section, const arch::SlotModel& slots) {
    std::vector<AccessInRun> accesses;
    for (const Issue& issue : own_issues(section)) {
        const Node& node = section.graph.nodes[issue.operation];
        const arch::CascadeUse use = at(slots.operations, node.operation).cascade;
        if (use != arch::CascadeUse::None) accesses.push_back({issue.cycle, use});
    }
    return accesses;
}

}  // namespace

std::vector<CascadeAccess> cascade_accesses(const CallSchedule& call,
                                            const arch::SlotModel& slots) {
    std::vector<CascadeAccess> all;
    std::map<const CodeSection*, std::vector<AccessInRun>> in_run;
    for (const CodeSection& section : call.sections)
        in_run[&section] = accesses_in(section, slots);
    for_each_run(call, [&](const SectionRun& run) {
        for (const AccessInRun& access : in_run.at(&run.section)) {
            const auto cycle = static_cast<double>(run.begin + access.cycle) * call.slowdown;
            all.push_back({arch::Cycles{std::llround(cycle)}, access.use});
        }
    });
    std::ranges::stable_sort(all, {}, &CascadeAccess::cycle);
    return all;
}

}  // namespace xdnasim::vliw
