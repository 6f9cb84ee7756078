// Values that are made before a pipelined loop, for what issues in it or behind it.

#include <algorithm>
#include <set>

#include "workloads/kernels/vliw/block_layout.hpp"

namespace xdnasim::vliw {

BlockLayout::Lead BlockLayout::add_lead(StraightLine& code, const std::vector<int>& stores) const {
    Lead lead;
    lead.live_in = add_start(code, kBeginning, stores);
    lead.awaited = awaited_values(code);
    lead.filling = add_filling(code, lead.live_in);
    return lead;
}

std::vector<BlockLayout::Awaited> BlockLayout::awaited_values(const StraightLine& code) const {
    std::vector<Awaited> all;
    std::set<std::string> written;  // in the step
    for (std::size_t i = 0; i < nest_.body.size(); ++i) {
        const Instruction& instruction = nest_.body[i];
        const arch::Operation& reader = operation(body_, static_cast<int>(i));
        for_each_operand(instruction, [&](const std::string& value, bool as_accumulator) {
            if (written.contains(value)) return;
            const auto writer = code.writer(value);
            if (!writer) return;
            // A part of what it adds to is read with the whole.
            const bool is_part =
                value != instruction.accumulator && whole(value) == instruction.accumulator;
            const int latency = data_latency(at(model_.operations, writer->operation), reader,
                                             as_accumulator || is_part) -
                                flat_cycle(i) % loop_.ii;
            all.push_back({writer->node, latency + (writer->node < 0 ? writer->cycle : 0)});
        });
        if (!instruction.writes.empty()) written.insert(instruction.writes);
    }
    return all;
}

std::vector<BlockLayout::Kept> BlockLayout::kept_over_the_loop() const {
    std::set<std::string> read;
    std::set<std::string> written;
    for (const InstructionList* list : {&nest_.before, &nest_.first, &nest_.after})
        for (const Instruction& instruction : *list) {
            for_each_operand(instruction, [&](const std::string& value, bool) {
                if (list == &nest_.after || !written.contains(value)) read.insert(value);
            });
            written.insert(instruction.writes);
        }
    for (const Instruction& instruction : nest_.body)
        read.erase(instruction.writes);
    std::vector<Kept> kept;
    int index = 0;
    for (const InstructionList* list : {&nest_.before, &nest_.first})
        for (const Instruction& instruction : *list) {
            if (read.contains(instruction.writes)) kept.push_back({&instruction, index});
            ++index;
        }
    return kept;
}

/// A value that a step writes has its registers in the loop, those of its parts among them.
std::vector<int> BlockLayout::registers_kept_over_the_loop() const {
    std::set<std::string> read;
    std::set<std::string> written_after;
    for (const InstructionList* list : {&nest_.body, &nest_.after})
        for (const Instruction& instruction : *list) {
            for_each_operand(instruction, [&](const std::string& value, bool) {
                if (!written_after.contains(value)) read.insert(value);
            });
            if (list == &nest_.after) written_after.insert(instruction.writes);
        }
    for (const Instruction& instruction : nest_.body) {
        const std::string written = whole(instruction.writes);
        std::erase_if(read, [&](const std::string& value) { return whole(value) == written; });
    }
    std::vector<int> registers(arch::kRegisterFiles, 0);
    for (const InstructionList* list : {&nest_.before, &nest_.first})
        for (const Instruction& instruction : *list)
            if (instruction.result && read.erase(instruction.writes) > 0)
                registers[static_cast<std::size_t>(instruction.result->file)] +=
                    instruction.result->count;
    return registers;
}

std::vector<int> BlockLayout::kept_since(const CodeSection& section, int first) const {
    std::vector<int> cycles;
    const int loop_end = static_cast<int>(section.cycles) + loop_.ii;
    for (const Kept& kept : kept_)
        cycles.push_back(at(section.schedule.placements, first + kept.index).cycle - loop_end);
    return cycles;
}

int BlockLayout::nodes_of_end() const {
    int nodes = static_cast<int>(nest_.after.size());
    for (std::size_t i = 0; i < nest_.body.size(); ++i)
        nodes += stage(i);
    return nodes;
}

CodeSection BlockLayout::between_section(const CodeSection& start) const {
    std::vector<int> kept = kept_since(start, 0);
    while (true) {
        CodeSection between = between_section(kept);
        std::vector<int> latest = kept_since(between, nodes_of_end());
        std::ranges::transform(latest, kept, latest.begin(), std::ranges::max);
        if (latest == kept) return between;
        kept = latest;
    }
}

}  // namespace xdnasim::vliw
