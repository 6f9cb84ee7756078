#include <algorithm>
#include <cmath>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {
namespace {

struct AccessInRun {
    std::int64_t cycle = 0;
    arch::CascadeUse use{};
};

/// Of one run of the section; of a loop in the steady state, all stages together. A block laid out
/// behind another one is the second half of the two: it may begin while that still runs.
std::vector<AccessInRun> accesses_in(const CodeSection& section, const arch::SlotModel& slots) {
    std::vector<AccessInRun> accesses;
    const SlotSchedule& schedule = section.schedule;
    const std::size_t first = section.own_begin() > 0 ? section.graph.nodes.size() / 2 : 0;
    for (std::size_t i = first; i < section.graph.nodes.size(); ++i) {
        const arch::CascadeUse use = at(slots.operations, section.graph.nodes[i].operation).cascade;
        const std::int64_t cycle = schedule.placements[i].cycle - section.own_begin();
        if (use == arch::CascadeUse::None) continue;
        accesses.push_back({schedule.ii > 0 ? cycle % schedule.ii : cycle, use});
    }
    return accesses;
}

}  // namespace

std::vector<CascadeAccess> cascade_accesses(const CallSchedule& call,
                                            const arch::SlotModel& slots) {
    std::vector<CascadeAccess> all;
    for_each_run(call, [&](const SectionRun& run) {
        for (const AccessInRun& access : accesses_in(run.section, slots)) {
            const auto cycle = static_cast<double>(run.begin + access.cycle) * call.slowdown;
            all.push_back({arch::Cycles{std::llround(cycle)}, access.use});
        }
    });
    std::ranges::stable_sort(all, {}, &CascadeAccess::cycle);
    return all;
}

}  // namespace xdnasim::vliw
