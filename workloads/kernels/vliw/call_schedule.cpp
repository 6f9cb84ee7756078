#include "workloads/kernels/vliw/call_schedule.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace xdnasim::vliw {

namespace {

/// A nest before or behind the blocks, as sections of their call.
void append_sections(std::vector<CodeSection>& sections, const LoopNest& nest,
                     const arch::SlotModel& model) {
    for (CodeSection& section : schedule_call(nest, model).sections) {
        if (nest.ends_with_branch)
            section.cycles = std::max<std::int64_t>(
                section.cycles, section.schedule.placements.back().cycle + 1 + model.branch_delay);
        section.name = fmt::format("{}: {}", nest.name, section.name);
        section.runs *= nest.times;
        sections.push_back(std::move(section));
    }
}

}  // namespace

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
    for (const CodeSection& section : sections)
        for (const Placement& placement : section.schedule.placements)
            if (placement.cycle >= section.own_begin())
                use[static_cast<std::size_t>(placement.slot)] += section.runs;
    return use;
}

CallSchedule schedule_call(const LoopNest& nest, const arch::SlotModel& model) {
    CallSchedule call = lay_out_blocks(nest, model);
    if (nest.leading.empty() && nest.trailing.empty()) return call;
    std::vector<CodeSection> sections;
    for (const LoopNest& leading : nest.leading)
        append_sections(sections, leading, model);
    std::ranges::move(call.sections, std::back_inserter(sections));
    for (const LoopNest& trailing : nest.trailing)
        append_sections(sections, trailing, model);
    call.sections = std::move(sections);
    call.ii = 0;
    return call;
}

}  // namespace xdnasim::vliw
