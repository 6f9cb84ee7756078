#include "workloads/kernels/vliw/block_layout.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/kernels/vliw/registers.hpp"

namespace xdnasim::vliw {

BlockLayout::BlockLayout(const LoopNest& nest, const arch::SlotModel& model)
    : nest_{nest}, model_{model}, body_{loop_graph(nest.body, model)}, held_{held_over_the_loop()} {
    if (!nest.body.empty()) {
        loop_ = schedule_of_loop();
        values_ = values_of(body_, model, loop_.ii);
    }
    kept_ = kept_over_the_loop();
    const int of_two = accumulators_of_a_block() + accumulators_of_a_block(Live::ToTheEnd);
    shares_accumulators_ = of_two > model.registers[kAccumulators];
}

SlotSchedule BlockLayout::schedule_of_loop() const {
    if (held_.empty()) return modulo_schedule(body_, model_);
    std::vector<int> kept(arch::kRegisterFiles, 0);
    for (const Instruction* held : held_)
        kept[static_cast<std::size_t>(held->result->file)] += held->result->count;
    arch::SlotModel left = model_;
    std::string taken;
    for (std::size_t file = 0; file < kept.size(); ++file) {
        if (kept[file] == 0) continue;
        const std::string_view name = name_of(static_cast<arch::RegisterFile>(file));
        left.registers[file] -= kept[file];
        if (left.registers[file] < 0)
            throw base::InputError{
                fmt::format("values from before the loop would keep {} {} registers through all "
                            "steps; the core has {}",
                            kept[file], name, model_.registers[file])};
        taken += fmt::format("{}{} of the core's {} {} registers", taken.empty() ? "" : " and ",
                             kept[file], model_.registers[file], name);
    }
    try {
        return modulo_schedule(body_, left);
    } catch (const base::InputError& error) {
        throw base::InputError{
            fmt::format("values from before the loop keep {} through all steps; with the registers "
                        "that are left, {}",
                        taken, error.what())};
    }
}

CallSchedule BlockLayout::blocks() const {
    if (!nest_.by_hand.empty()) return by_hand();
    return pipelined_steps() > 0 ? begun_where_blocks_are_short() : unrolled();
}

/// The scheduler lets a step issue as early as it can. All of the step may issue later, by as many
/// cycles as its last stage leaves free, which moves operations over the loop's ends. Loads `l` and
/// products `p` of a step, two intervals of four cycles:
///
///     cycle      0 1 2 3 | 4 5 6 7
///     early      l l . p | p p . .     behind the loop: p p
///     late       . . l l | . p p p     behind the loop: . p p p
///
/// Which is better depends on the other code between two blocks. The choice must not depend on the
/// numbers of blocks and steps: one layout serves for any of them.
CallSchedule BlockLayout::begun_where_blocks_are_short() const {
    CallSchedule early = pipelined();
    const int free = loop_.stages() * loop_.ii - loop_.length;
    if (nest_.blocks == 1 || free == 0) return early;
    BlockLayout other = *this;
    for (Placement& placement : other.loop_.placements)
        placement.cycle += free;
    other.loop_.length += free;
    other.kept_ = other.kept_over_the_loop();
    const auto late = other.pipelined_if_it_fits();
    constexpr std::size_t kBetween = 2;  // behind the prologue and the loop
    return late && late->sections[kBetween].cycles < early.sections[kBetween].cycles ? *late
                                                                                     : early;
}

CallSchedule BlockLayout::by_hand() const {
    CallSchedule call = empty_call();
    const StraightLine code = laid_out_by_hand(nest_.by_hand, model_);
    call.sections.push_back(section(kRound, code, nullptr, nest_.blocks));
    call.nests.push_back({.count = call.sections.size()});
    return call;
}

CodeSection BlockLayout::section(std::string name, const StraightLine& code, const Lead* lead,
                                 std::int64_t runs) const {
    CodeSection section{std::move(name), code.graph(), list_schedule(code.graph(), model_), 0,
                        runs};
    section.cycles =
        lead == nullptr ? section.schedule.length : entry(section.graph, section.schedule, *lead);
    return section;
}

BlockLayout::LeadIn BlockLayout::start_section(Seams seams) const {
    StraightLine code{model_};
    const Lead lead = add_lead(code, {});
    CodeSection start = section("prologue", code, &lead, 1);
    if (seams.starts_late) delay_start(start, lead, 0);
    return {start, issued_before_end(start, lead)};
}

BlockLayout::LeadIn BlockLayout::between_section(const Issued& issued, Seams seams) const {
    StraightLine code{model_};
    std::vector<int> stores;
    add_end(code, issued, seams, stores);
    const auto first = static_cast<int>(code.graph().nodes.size());
    Lead lead = add_lead(code, stores);
    lead.end = first - static_cast<int>(nest_.after.size());
    if (nest_.keeps_blocks_apart) keep_apart(code, first);
    CodeSection between = section("between blocks", code, &lead, nest_.blocks - 1);
    if (nest_.starts_late || seams.starts_late) delay_start(between, lead, first);
    return {between, issued_before_end(between, lead)};
}

CodeSection BlockLayout::end_section(const Issued& issued, Seams seams) const {
    StraightLine code{model_};
    std::vector<int> stores;
    add_end(code, issued, seams, stores);
    return section("epilogue", code, nullptr, 1);
}

/// Everything issues as soon as it can, if that fits. Registers can only be missing where values
/// wait for the loop or for the code behind it: those values take registers in two sections, each
/// of which was scheduled without the other. Example: three steps load A between blocks, where C is
/// stored and loaded anew:
///
///     cycle          0   1  ..  10    11    12    13    14    15 |
///     soonest        AA  A      st C  ld C                       | loop of two cycles
///     starts late               st C, A     A           A        |
///                                     ld C
///
/// A arrives 7 cycles after its load, and the loop reads one A in cycle 17, one in 19 and one in
/// 21. Loaded as soon as possible, all three take registers from cycle 8 to 17. Loaded late, each
/// arrives in the cycle in which it is read, and takes the register of the one before.
CallSchedule BlockLayout::pipelined() const {
    CallSchedule soonest = pipelined(Seams{});
    if (fits(soonest)) return soonest;
    return thrifty().value_or(std::move(soonest));
}

std::optional<CallSchedule> BlockLayout::thrifty() const {
    constexpr std::array kThrifty{Seams{.holds_passed = true, .starts_late = false},
                                  Seams{.holds_passed = true, .starts_late = true},
                                  Seams{.holds_passed = false, .starts_late = true}};
    for (const Seams seams : kThrifty)
        if (auto call = fitting(seams)) return call;
    return std::nullopt;
}

std::optional<CallSchedule> BlockLayout::pipelined_if_it_fits() const {
    auto soonest = fitting(Seams{});
    return soonest ? soonest : thrifty();
}

std::optional<CallSchedule> BlockLayout::fitting(Seams seams) const {
    try {
        CallSchedule call = pipelined(seams);
        if (fits(call)) return call;
    } catch (const base::InputError&) {
        // A section finds no registers besides those that are held. Without holding, it did.
    }
    return std::nullopt;
}

CallSchedule BlockLayout::pipelined(Seams seams) const {
    CallSchedule call = empty_call();
    call.ii = loop_.ii;
    LeadIn lead = start_section(seams);
    call.sections.push_back(lead.section);
    call.sections.push_back({"loop", body_, loop_, loop_.ii, pipelined_steps() * nest_.blocks});
    if (nest_.blocks > 1) {
        lead = between_all_blocks(std::move(lead.issued), seams);
        call.sections.push_back(lead.section);
    }
    call.sections.push_back(end_section(lead.issued, seams));
    call.nests.push_back({.count = call.sections.size(), .is_pipelined = true});
    return call;
}

void BlockLayout::keep_apart(StraightLine& code, int first) {
    const auto nodes = static_cast<int>(code.graph().nodes.size());
    for (int of_last = 0; of_last < first; ++of_last)
        for (int of_next = first; of_next < nodes; ++of_next)
            code.order(of_last, of_next, 1);
}

CallSchedule BlockLayout::unrolled() const {
    CallSchedule call = empty_call();
    const CodeSection one = blocks_section(1);
    call.sections.push_back(one);
    call.sections.back().name = "first block";
    if (nest_.blocks > 1) {
        const CodeSection further = nest_.keeps_blocks_apart ? one : blocks_section(2);
        call.sections.push_back(further);
        call.sections.back().name = "further blocks";
        call.sections.back().cycles = further_block(one, further);
        call.sections.back().runs = nest_.blocks - 1;
    }
    call.nests.push_back({.count = call.sections.size()});
    return call;
}

/// `two`: two blocks side by side. Further blocks need no fewer slots each, and do not pass on the
/// values that the next block takes any sooner.
std::int64_t BlockLayout::further_block(const CodeSection& one, const CodeSection& two) const {
    if (nest_.keeps_blocks_apart) return one.cycles;
    const std::int64_t second = two.cycles - one.cycles;
    if (nest_.blocks == 2) return second;
    return std::max<std::int64_t>(second, bounds(values_graph(block_code(), model_), model_).ii());
}

InstructionList BlockLayout::block_code() const {
    InstructionList code;
    const auto append = [&](const InstructionList& list) {
        code.insert(code.end(), list.begin(), list.end());
    };
    append(nest_.before);
    append(nest_.first);
    for (std::int64_t step = 0; step < loop_steps(); ++step)
        append(nest_.body);
    append(nest_.after);
    return code;
}

CodeSection BlockLayout::blocks_section(int blocks) const {
    StraightLine code{model_};
    std::vector<int> stores;
    for (int block = 0; block < blocks; ++block) {
        const std::vector<int> before = std::exchange(stores, {});
        const std::vector<int> live_in = add_start(code, block, before);
        for (int step = 1; step <= loop_steps(); ++step)
            for (const Instruction& instruction : nest_.body)
                await_loads(code, instruction, code.add(instruction, Origin{block, step}), live_in);
        add_stores(code, block, stores);
    }
    return section("block", code, nullptr, 1);
}

CallSchedule BlockLayout::empty_call() const {
    CallSchedule call;
    call.blocks = nest_.blocks;
    call.steps = nest_.steps;
    call.columns = nest_.columns;
    call.slowdown = nest_.slowdown;
    if (!nest_.body.empty()) call.bounds = bounds(body_, model_);
    // One branch to the kernel and one back, each with its delay slots.
    call.overhead = arch::Cycles{2 * (model_.branch_delay + 1)};
    return call;
}

CallSchedule lay_out_blocks(const LoopNest& nest, const arch::SlotModel& model) {
    return BlockLayout{nest, model}.blocks();
}

}  // namespace xdnasim::vliw
