// Branches between a core's blocks that depend on data.

#include <algorithm>
#include <utility>

#include "workloads/design/cores/block_walker.hpp"
#include "workloads/design/functions.hpp"

namespace xdnasim::design {
namespace {

constexpr std::size_t kMaxWay = 32;

using Way = std::vector<const ir::Block*>;

/// The blocks that follow each other unconditionally from `first` on.
Way way_of(const ir::Text& text, const ControlFlow& flow, const Successor& first) {
    Way way;
    for (const ir::Block* block = flow.block(first.label);
         block != nullptr && way.size() < kMaxWay;) {
        way.push_back(block);
        if (block->operations.empty() || !block->operations.back().is("cf.br")) break;
        const auto next = successors_of(text, block->operations.back());
        block = next.empty() ? nullptr : flow.block(next.front().label);
    }
    return way;
}

bool ends_in_return(const Way& way) {
    return !way.empty() && !way.back()->operations.empty() &&
           is_return(way.back()->operations.back());
}

/// The block at which both ways of `branch` continue; nullptr if both return.
const ir::Block* meeting_of(const ir::Text& text, const ControlFlow& flow,
                            const ir::Operation& branch, const std::vector<Successor>& ways) {
    const Way first = way_of(text, flow, ways[0]);
    const Way other = way_of(text, flow, ways[1]);
    const auto join = std::ranges::find_if(first, [&](const ir::Block* block) {
        return std::ranges::find(other, block) != other.end();
    });
    if (join != first.end()) return *join;
    if (!ends_in_return(first) || !ends_in_return(other))
        text.fail(branch.at,
                  "this branch depends on data, but its two paths do not meet. Let both continue "
                  "at the same block, or both return");
    return nullptr;
}

/// Keeps the numbers that are the same in `others`; all other values become data.
void keep_same_numbers(std::vector<Value>& values, const std::vector<Value>& others) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (i >= others.size() || !values[i].is_number() || !others[i].is_number() ||
            values[i].number != others[i].number)
            values[i] = Value{};
}

}  // namespace

/// Reads both ways, which may only compute and must meet again or return. The longer one counts.
BlockWalker::Jump BlockWalker::branch_on_data(const ControlFlow& flow, const ir::Operation& branch,
                                              CoreSteps& steps) {
    constexpr const char* kRefusal = "this branch depends on data, but contains locks or calls";
    const ir::Text& text = state_.draft.text;
    const std::vector<Successor> successors = successors_of(text, branch);
    const ir::Block* const meeting = meeting_of(text, flow, branch, successors);
    CoreSteps first_steps;
    CoreSteps other_steps;
    const CoreValues::Words before = state_.values.words();
    Jump behind = run_to(meeting, flow, successors[0], first_steps);
    const CoreValues::Words first_words = state_.values.words();
    const std::vector<Value> first_returned = std::exchange(state_.returned, {});
    state_.values.set_words(before);
    const Jump same = run_to(meeting, flow, successors[1], other_steps);
    state_.values.keep_common(first_words);
    const arch::Cycles other = state_.cycles_of_way(other_steps, branch.at, kRefusal);
    const arch::Cycles first = state_.cycles_of_way(first_steps, branch.at, kRefusal);
    append(steps, {Compute{std::max(first, other)}, branch.at});
    keep_same_numbers(state_.returned, first_returned);
    keep_same_numbers(behind.values, same.values);
    return behind;
}

BlockWalker::Jump BlockWalker::run_to(const ir::Block* meeting, const ControlFlow& flow,
                                      const Successor& way, CoreSteps& steps) {
    Jump jump = jump_to(flow, way);
    while (jump.to != meeting && jump.to != nullptr)
        jump = step(flow, jump, steps);
    return jump;
}

}  // namespace xdnasim::design
