#include <algorithm>

#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/placement.hpp"

namespace xdnasim::vliw {

Loop::Loop(const OperationGraph& body, const arch::SlotModel& slot_model, int interval)
    : graph{body},
      model{slot_model},
      ii{interval},
      dependences{body, interval},
      values{values_of(body, slot_model, interval)} {}

LoopState::LoopState(const Loop& loop)
    : loop_{loop},
      table_{loop.model, loop.ii},
      placements_(loop.graph.nodes.size()),
      placed_(loop.graph.nodes.size(), 0),
      waiting_{loop.nodes()} {}

std::optional<int> LoopState::free_slot(int node, int cycle) const {
    return table_.free_slot(loop_.operation(node), cycle);
}

std::vector<int> LoopState::occupants(int node, Placement placement) const {
    return table_.occupants(loop_.operation(node), placement);
}

void LoopState::put(int node, Placement placement) {
    table_.take(node, loop_.operation(node), placement);
    at(placements_, node) = placement;
    at(placed_, node) = 1;
    --waiting_;
}

void LoopState::throw_out(int node) {
    table_.release(loop_.operation(node), at(placements_, node));
    at(placed_, node) = 0;
    ++waiting_;
}

SlotSchedule LoopState::schedule() const {
    SlotSchedule schedule{.placements = placements_, .length = 0, .ii = loop_.ii};
    const int first = std::ranges::min(placements_).cycle;
    for (Placement& placement : schedule.placements) {
        placement.cycle -= first;
        schedule.length = std::max(schedule.length, placement.cycle + 1);
    }
    return schedule;
}

namespace {

/// Number of placements per operation after which an interval is given up. Rau found 2 to be enough
/// for most loops; the loops of kernels fill a slot without a gap and need more.
constexpr int kBudget = 8;

}  // namespace

LoopPlacement::LoopPlacement(const Loop& loop, LoopState& state)
    : loop_{loop},
      state_{state},
      priority_{tails(loop.dependences).cycles},
      tried_(priority_.size(), 0) {}

void LoopPlacement::run(const std::vector<int>& release) {
    for (int budget = kBudget * loop_.nodes(); state_.waiting() > 0 && budget > 0; --budget) {
        const int node = next();
        const Placement chosen = choose(node, std::max(at(release, node), earliest(node)));
        for (const int other : state_.occupants(node, chosen))
            state_.throw_out(other);
        state_.put(node, chosen);
        at(tried_, node) = 1;
        for (const Dependence& after : loop_.dependences.after(node)) {
            const bool too_early =
                state_.is_placed(after.node) &&
                state_.placement(after.node).cycle < chosen.cycle + after.latency;
            if (too_early) state_.throw_out(after.node);
        }
    }
}

/// The waiting node on the longest path. Precondition: a node waits.
int LoopPlacement::next() const {
    int next = -1;
    for (int node = 0; node < loop_.nodes(); ++node) {
        const bool better = next < 0 || at(priority_, node) > at(priority_, next);
        if (!state_.is_placed(node) && better) next = node;
    }
    return next;
}

/// Earliest cycle for the node that the placed operations allow.
int LoopPlacement::earliest(int node) const {
    int cycle = 0;
    for (const Dependence& before : loop_.dependences.before(node)) {
        if (state_.is_placed(before.node))
            cycle = std::max(cycle, state_.placement(before.node).cycle + before.latency);
    }
    return cycle;
}

/// Chooses the first cycle with room, of one interval; later cycles fold onto the same rows. If no
/// cycle has room, the node moves on from the cycle from which it was thrown out, so that two nodes
/// do not throw each other out for ever.
Placement LoopPlacement::choose(int node, int from) const {
    for (int cycle = from; cycle < from + loop_.ii; ++cycle) {
        if (const auto slot = state_.free_slot(node, cycle)) return {cycle, *slot};
    }
    const int last = state_.placement(node).cycle;
    const bool was_before = at(tried_, node) == 0 || last < from;
    return least_in_the_way(node, was_before ? from : last + 1);
}

Placement LoopPlacement::least_in_the_way(int node, int cycle) const {
    const auto in_the_way = [&](int slot) { return state_.occupants(node, {cycle, slot}).size(); };
    return {cycle, *std::ranges::min_element(loop_.operation(node).slots, {}, in_the_way)};
}

}  // namespace xdnasim::vliw
