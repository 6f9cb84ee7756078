// Dependences across a pipelined loop: what issues before it, and what in the loop or behind it
// waits for that.

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "workloads/kernels/vliw/block_layout.hpp"

namespace xdnasim::vliw {

BlockLayout::Lead BlockLayout::add_lead(StraightLine& code, const std::vector<int>& stores) const {
    Lead lead;
    lead.live_in = add_start(code, kBeginning, stores);
    lead.awaited = awaited_in(code);
    lead.filling = add_filling(code, lead.live_in);
    return lead;
}

std::vector<BlockLayout::Awaited> BlockLayout::awaited_in(const StraightLine& code) const {
    std::vector<Awaited> all;
    std::set<std::string> written;  // values that the step has written
    for (std::size_t i = 0; i < nest_.body.size(); ++i) {
        const Instruction& instruction = nest_.body[i];
        const arch::Operation& reader = operation(body_, static_cast<int>(i));
        const auto await = [&](const StraightLine::Writer& first, int latency) {
            all.push_back({first.node, latency - flat_cycle(i) % loop_.ii +
                                           (first.node < 0 ? first.cycle : 0)});
        };
        for_each_operand(instruction, [&](const std::string& value, bool as_accumulator) {
            if (written.contains(value)) return;
            const auto writer = code.writer(value);
            if (!writer) return;
            // A part of the accumulator that the instruction adds to is read together with the
            // whole.
            const bool is_part =
                value != instruction.accumulator && whole(value) == instruction.accumulator;
            await(*writer, data_latency(at(model_.operations, writer->operation), reader,
                                        as_accumulator || is_part));
        });
        code.for_each_order(instruction.memory, reader, Origin{kBeginning, kInLoop}, await);
        if (!instruction.writes.empty()) written.insert(instruction.writes);
    }
    return all;
}

std::vector<BlockLayout::Demand> BlockLayout::demands(const OperationGraph& graph,
                                                      const Lead& lead) const {
    std::vector<Demand> all;
    for (const int node : lead.live_in)
        all.push_back({node, arrival(operation(graph, node))});
    for (const Awaited& value : lead.awaited)
        all.push_back({value.node, value.latency});
    for (const Filled& filled : lead.filling)
        for (const Edge& edge : body_.edges) {
            const int from = at(filled.nodes, edge.from);
            const int to = at(loop_.placements, edge.to).cycle;
            const int since_entry = to - (filled.age - edge.distance) * loop_.ii;
            const bool is_filled = since_entry < 0;  // then it issues in the code before the loop
            if (from >= 0 && !is_filled) all.push_back({from, edge.latency - since_entry});
        }
    return all;
}

int BlockLayout::entry(const OperationGraph& graph, const SlotSchedule& schedule,
                       const Lead& lead) const {
    int entry = schedule.length;
    for (const auto& [node, cycles] : demands(graph, lead)) {
        const int issued = node < 0 ? 0 : at(schedule.placements, node).cycle;
        entry = std::max(entry, issued + cycles);
    }
    return entry;
}

int BlockLayout::arrival(const arch::Operation& producer) const {
    int max = 1;
    for (const Node& node : body_.nodes) {
        const arch::Operation& consumer =
            model_.operations[static_cast<std::size_t>(node.operation)];
        if (consumer.accumulator > consumer.operand || consumer.forwards)
            max = std::max(max, data_latency(producer, consumer, true));
    }
    return max;
}

std::set<std::string> BlockLayout::read_behind_the_loop() const {
    std::set<std::string> read;
    std::set<std::string> written;
    const auto add_reads = [&](const InstructionList& list) {
        for (const Instruction& instruction : list) {
            for_each_operand(instruction, [&](const std::string& value, bool) {
                if (!written.contains(value)) read.insert(value);
            });
            written.insert(instruction.writes);
        }
    };
    add_reads(nest_.after);
    if (nest_.blocks > 1) {
        add_reads(nest_.before);
        add_reads(nest_.first);
    }
    return read;
}

bool BlockLayout::memory_reaches_over_the_loop() const {
    int first = std::numeric_limits<int>::max();
    int last = 0;
    for (const arch::Operation& one : model_.operations)
        if (one.memory > 0) {
            first = std::min(first, one.memory);
            last = std::max(last, one.memory);
        }
    return last - first > loop_.ii;
}

/// Instructions before the loop for which the code behind it may wait, in program order. Accesses
/// to memory are left out if the loop takes longer than any two accesses can be apart, as most
/// loops do.
std::vector<BlockLayout::Kept> BlockLayout::kept_over_the_loop() const {
    std::set<std::string> read = read_behind_the_loop();
    for (const Instruction& instruction : nest_.body)
        read.erase(instruction.writes);
    const bool keeps_memory = memory_reaches_over_the_loop();
    std::vector<Kept> kept;
    const auto add = [&](const InstructionList& list, bool is_of_end, int index) {
        for (Instruction instruction : list) {
            if (!read.contains(instruction.writes)) instruction.writes.clear();
            if (!keeps_memory) instruction.memory.clear();
            if (!instruction.writes.empty() || !instruction.memory.empty())
                kept.push_back({std::move(instruction), is_of_end, index});
            ++index;
        }
    };
    if (nest_.blocks > 1) add(nest_.after, true, 0);
    add(nest_.before, false, 0);
    add(nest_.first, false, static_cast<int>(nest_.before.size()));
    return kept;
}

/// Instructions before the loop whose values a step reads, or the code behind the loop, or the
/// start of the next block, unless that value is written again before. A value that a step writes
/// has its registers in the loop, and so have its parts. A value that a block's end writes may be
/// for all following blocks.
std::vector<const Instruction*> BlockLayout::held_over_the_loop() const {
    std::set<std::string> read = read_behind_the_loop();
    for (const Instruction& instruction : nest_.body)
        for_each_operand(instruction, [&](const std::string& value, bool) { read.insert(value); });
    for (const Instruction& instruction : nest_.body) {
        const std::string written = whole(instruction.writes);
        std::erase_if(read, [&](const std::string& value) { return whole(value) == written; });
    }
    std::vector<const InstructionList*> before_loop{&nest_.before, &nest_.first};
    if (nest_.blocks > 1) before_loop.push_back(&nest_.after);
    std::vector<const Instruction*> held;
    for (const InstructionList* list : before_loop)
        for (const Instruction& instruction : *list)
            if (instruction.result && read.erase(instruction.writes) > 0)
                held.push_back(&instruction);
    return held;
}

/// Operations of the filling issue as soon as they can, and so at other distances than in the loop.
/// Example: a step issues `a` in its cycle 0 and `b` in its cycle 5. `b` reads the result of the
/// preceding step's `a`, six cycles after the issue of that `a`. Three steps in a loop of two
/// cycles, which runs once:
///
///     cycle          0  1  2 | 3  4 | 5  6  7
///     first step     a       |    b |
///     second step       a    |      |    b
///     third step             | a    |       b
///
/// If `a` of the first step had issued two cycles before that of the second, as in the loop, `b` of
/// the second step could issue in cycle 5.
BlockLayout::Issued BlockLayout::issued_before_end(const CodeSection& section,
                                                   const Lead& lead) const {
    const auto since_entry = [&](int node) {
        return at(section.schedule.placements, node).cycle - static_cast<int>(section.cycles);
    };
    Issued issued;
    const auto node_of = [&](const Kept& kept) {
        if (!kept.is_of_end) return at(lead.live_in, kept.index);
        return lead.end < 0 ? -1 : lead.end + kept.index;
    };
    for (const Kept& kept : kept_) {
        const int node = node_of(kept);
        issued.kept.push_back(node < 0 ? kLongAgo : since_entry(node) - loop_.ii);
    }
    for (int age = 1; age <= loop_.stages(); ++age) {
        std::vector<int>& cycles = issued.steps.emplace_back(nest_.body.size());
        for (std::size_t i = 0; i < cycles.size(); ++i) {
            cycles[i] = flat_cycle(i) - age * loop_.ii;
            for (const Filled& filled : lead.filling)
                if (filled.age < age && filled.nodes[i] >= 0)
                    cycles[i] = std::max(
                        cycles[i], since_entry(filled.nodes[i]) - (age - filled.age) * loop_.ii);
        }
    }
    return issued;
}

BlockLayout::LeadIn BlockLayout::between_all_blocks(Issued issued, Seams seams) const {
    const auto delay = [](std::vector<int>& cycles, const std::vector<int>& others) {
        std::ranges::transform(cycles, others, cycles.begin(), std::ranges::max);
    };
    while (true) {
        LeadIn between = between_section(issued, seams);
        Issued latest = issued;
        delay(latest.kept, between.issued.kept);
        for (std::size_t age = 0; age < latest.steps.size(); ++age)
            delay(latest.steps[age], between.issued.steps[age]);
        if (latest == issued) return between;
        issued = std::move(latest);
    }
}

}  // namespace xdnasim::vliw
