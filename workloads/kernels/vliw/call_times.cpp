#include <cmath>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {
namespace {

/// Appends the instructions as text. Not by fmt::format for each word: a search asks for thousands
/// of tiles, and formatting would take longer than everything else.
void append(std::string& text, const InstructionList& list) {
    const auto add = [&](char before, std::string_view word) {
        text += before;
        text += word;
    };
    for (const Instruction& instruction : list) {
        add('\n', instruction.operation);
        for (const std::string& read : instruction.reads)
            add(' ', read);
        add('+', instruction.accumulator);
        for (const std::string& addend : instruction.addends)
            add(' ', addend);
        add('>', instruction.writes);
        add('@', instruction.memory);
        add(' ', instruction.queue);
        if (instruction.result)
            fmt::format_to(std::back_inserter(text), " {}{}",
                           static_cast<int>(instruction.result->file), instruction.result->count);
    }
    text += ';';
}

/// Text of everything that determines the layout of a nest's code, except its counts. Labels and
/// the order in which memory is walked do not matter.
std::string code_of(const LoopNest& nest) {
    std::string text =
        fmt::format("{} {} {} ", nest.slowdown, nest.starts_late, nest.keeps_blocks_apart);
    for (const InstructionList* list :
         {&nest.before, &nest.first, &nest.body, &nest.after, &nest.by_hand})
        append(text, *list);
    for (const auto* nests : {&nest.leading, &nest.trailing}) {
        for (const LoopNest& other : *nests)
            text += fmt::format("{} {} {} {}\n", code_of(other), other.blocks, other.steps,
                                other.times);
        text += ';';
    }
    return text;
}

/// Returns whether the nest consists only of blocks, for any number of which one layout serves.
bool is_only_blocks(const LoopNest& nest) {
    return nest.by_hand.empty() && nest.leading.empty() && nest.trailing.empty();
}

}  // namespace

std::optional<arch::Cycles> CallSchedule::kernel_cycles_as(const LoopNest& nest) const {
    if (!is_only_blocks(nest) && (nest.blocks != blocks || nest.steps != steps))
        return std::nullopt;
    if (nest.blocks == blocks && nest.steps == steps) return kernel_cycles();
    const bool is_pipelined = ii > 0;
    const bool is_one_block = blocks == 1;
    if (is_one_block != (nest.blocks == 1)) return std::nullopt;
    if (!is_pipelined && nest.steps != steps) return std::nullopt;
    // Two blocks are laid out as exactly two; more blocks are laid out as two of many.
    if (!is_pipelined && (nest.blocks == 2) != (blocks == 2)) return std::nullopt;
    constexpr std::size_t kLoop = 1;
    const std::size_t between = is_pipelined ? 2 : 1;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        std::int64_t runs = sections[i].runs;
        if (is_pipelined && i == kLoop) {
            const std::int64_t outside = steps - runs / blocks;
            if (nest.steps <= outside) return std::nullopt;
            runs = (nest.steps - outside) * nest.blocks;
        } else if (!is_one_block && i == between) {
            runs = nest.blocks - 1;
        }
        sum += sections[i].cycles * runs;
    }
    return arch::Cycles{std::llround(static_cast<double>(sum) * slowdown)};
}

arch::Cycles CallTimes::of(const LoopNest& nest) {
    std::vector<CallSchedule>& layouts = known_[code_of(nest)];
    for (const CallSchedule& layout : layouts)
        if (const auto cycles = layout.kernel_cycles_as(nest)) return *cycles;
    layouts.push_back(schedule_call(nest, model_));
    return layouts.back().kernel_cycles();
}

}  // namespace xdnasim::vliw
