// The straight-line code around a pipelined loop.

#include <algorithm>
#include <set>
#include <utility>

#include "workloads/kernels/vliw/block_layout.hpp"

namespace xdnasim::vliw {

int BlockLayout::accumulators_of_a_block(Live live) const {
    std::set<std::string> left;
    for (const Instruction& instruction : nest_.after)
        for (const std::string& value : instruction.reads)
            left.insert(whole(value));
    std::set<std::string> counted;
    int count = 0;
    for (const auto* list : {&nest_.before, &nest_.first, &nest_.body})
        for (const Instruction& instruction : *list)
            if (instruction.result && instruction.result->file == arch::RegisterFile::Accumulator &&
                (live == Live::Ever || left.contains(whole(instruction.writes))) &&
                counted.insert(instruction.writes).second)
                count += instruction.result->count;
    return count;
}

void BlockLayout::add_end(StraightLine& code, const Issued& issued, Seams seams,
                          std::vector<int>& stores) const {
    for (const Instruction* held : held_)
        code.hold(*held);
    for (int age = loop_.stages(); age >= 1; --age) {
        for (std::size_t i = 0; i < nest_.body.size(); ++i) {
            const Origin origin{kEnding, loop_.stages() - age};
            if (stage(i) < age) {
                code.issued_before(nest_.body[i], at(issued.steps, age - 1)[i], origin);
                if (seams.holds_passed) hold_passed(code, i, age);
            } else {
                code.add(nest_.body[i], origin);
            }
        }
    }
    for (std::size_t i = 0; i < kept_.size(); ++i)
        code.issued_before(kept_[i].instruction, issued.kept[i], {kEnding, {}});
    add_stores(code, kEnding, stores);
}

/// The registers are held from the cycle in which the loop makes the value. fits() also checks
/// values that the filling makes.
void BlockLayout::hold_passed(StraightLine& code, std::size_t instruction, int age) const {
    const auto& value = values_[instruction];
    if (!value) return;
    const int first = flat_cycle(instruction) - age * loop_.ii + value->birth;
    code.hold(nest_.body[instruction], std::max(0, first));
}

void BlockLayout::add_stores(StraightLine& code, int block, std::vector<int>& stores) const {
    for (const Instruction& instruction : nest_.after) {
        const int node = code.add(instruction, Origin{block, {}});
        if (operation(code.graph(), node).store) stores.push_back(node);
    }
}

std::vector<int> BlockLayout::add_start(StraightLine& code, int block,
                                        const std::vector<int>& stores) const {
    std::vector<int> live_in;
    for (const InstructionList* list : {&nest_.before, &nest_.first})
        for (const Instruction& instruction : *list) {
            const bool is_step = list == &nest_.first;
            const int node =
                code.add(instruction, Origin{block, is_step ? std::optional{0} : std::nullopt});
            live_in.push_back(node);
            reuse_accumulator(code, instruction, node, stores);
        }
    return live_in;
}

bool BlockLayout::fills_accumulator(const Instruction& instruction) const {
    const auto takes_accumulator = [](const Instruction& one) {
        return one.result && one.result->file == arch::RegisterFile::Accumulator;
    };
    if (instruction.result || instruction.writes.empty()) return takes_accumulator(instruction);
    const std::string value = whole(instruction.writes);
    return std::ranges::any_of(nest_.before, [&](const Instruction& other) {
        return takes_accumulator(other) && whole(other.writes) == value;
    });
}

void BlockLayout::reuse_accumulator(StraightLine& code, const Instruction& instruction, int node,
                                    const std::vector<int>& stores) const {
    if (!shares_accumulators_ || !fills_accumulator(instruction)) return;
    for (const int store : stores)
        code.order(store, node,
                   reuse_latency(operation(code.graph(), store), operation(code.graph(), node)));
}

std::vector<BlockLayout::Filled> BlockLayout::add_filling(StraightLine& code,
                                                          const std::vector<int>& live_in) const {
    std::vector<Filled> all;
    for (int age = loop_.stages() - 1; age >= 1; --age) {
        Filled filled{age, std::vector<int>(nest_.body.size(), -1)};
        for (std::size_t i = 0; i < nest_.body.size(); ++i) {
            if (stage(i) >= age) continue;
            filled.nodes[i] = code.add(nest_.body[i], Origin{kBeginning, loop_.stages() - age});
            await_loads(code, nest_.body[i], filled.nodes[i], live_in);
        }
        all.push_back(std::move(filled));
    }
    return all;
}

void BlockLayout::await_loads(StraightLine& code, const Instruction& instruction, int node,
                              const std::vector<int>& live_in) const {
    if (instruction.accumulator.empty()) return;
    for (const int load : live_in) {
        const arch::Operation& loading = operation(code.graph(), load);
        if ((loading.memory > 0 && !loading.store) || loading.cascade == arch::CascadeUse::Get)
            code.order(load, node, data_latency(loading, operation(code.graph(), node), true));
    }
}

}  // namespace xdnasim::vliw
