#include "workloads/kernels/vliw/call_schedule.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace xdnasim::vliw {

namespace {

/// Appends the sections of a nest that runs before or after the blocks.
void append(CallSchedule& call, const LoopNest& nest, const arch::SlotModel& model) {
    CallSchedule added = schedule_call(nest, model);
    for (CodeSection& section : added.sections) {
        if (nest.ends_with_branch)
            section.cycles = std::max<std::int64_t>(
                section.cycles, section.schedule.placements.back().cycle + 1 + model.branch_delay);
        section.name = fmt::format("{}: {}", nest.name, section.name);
        section.runs *= nest.times;
        call.sections.push_back(std::move(section));
    }
    for (NestSections& sections : added.nests) {
        sections.times *= nest.times;
        call.nests.push_back(sections);
    }
}

}  // namespace

std::vector<Issue> own_issues(const CodeSection& section) {
    const SlotSchedule& schedule = section.schedule;
    std::vector<Issue> issues;
    for (std::size_t i = section.first_own(); i < schedule.placements.size(); ++i) {
        const Placement& placed = schedule.placements[i];
        const int cycle =
            schedule.ii > 0 ? placed.cycle % schedule.ii : placed.cycle - section.own_begin();
        issues.push_back({i, cycle, placed.slot});
    }
    return issues;
}

arch::Cycles CallSchedule::kernel_cycles() const {
    std::int64_t sum = 0;
    for (const CodeSection& section : sections)
        sum += section.cycles * section.runs;
    return arch::Cycles{std::llround(static_cast<double>(sum) * slowdown)};
}

arch::Cycles CallSchedule::rounds() const {
    std::int64_t sum = 0;
    for (const CodeSection& section : sections)
        if (section.name == kRound) sum += section.cycles * section.runs;
    return arch::Cycles{sum};
}

std::vector<std::int64_t> CallSchedule::slot_use(const arch::SlotModel& model) const {
    std::vector<std::int64_t> use(model.slots.size(), 0);
    for (const CodeSection& section : sections) {
        const std::vector<Placement>& placements = section.schedule.placements;
        for (std::size_t i = section.first_own(); i < placements.size(); ++i)
            use[static_cast<std::size_t>(placements[i].slot)] += section.runs;
    }
    return use;
}

CallSchedule schedule_call(const LoopNest& nest, const arch::SlotModel& model) {
    CallSchedule blocks = lay_out_blocks(nest, model);
    if (nest.leading.empty() && nest.trailing.empty()) return blocks;
    CallSchedule call = blocks;
    call.sections.clear();
    call.nests.clear();
    for (const LoopNest& leading : nest.leading)
        append(call, leading, model);
    std::ranges::move(blocks.sections, std::back_inserter(call.sections));
    std::ranges::move(blocks.nests, std::back_inserter(call.nests));
    for (const LoopNest& trailing : nest.trailing)
        append(call, trailing, model);
    return call;
}

}  // namespace xdnasim::vliw
