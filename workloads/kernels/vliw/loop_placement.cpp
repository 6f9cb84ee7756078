#include "workloads/kernels/vliw/loop_placement.hpp"

#include <algorithm>

#include "workloads/kernels/vliw/indexing.hpp"

namespace xdnasim::vliw {
namespace {

/// Placements per operation before an interval is given up. Rau found 2 to be enough for most
/// loops; the ones of kernels fill a slot without a gap and need more.
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

/// Precondition: a node waits.
int LoopPlacement::next() const {
    int next = -1;
    for (int node = 0; node < loop_.nodes(); ++node) {
        const bool better = next < 0 || at(priority_, node) > at(priority_, next);
        if (!state_.is_placed(node) && better) next = node;
    }
    return next;
}

/// As the operations that are placed allow.
int LoopPlacement::earliest(int node) const {
    int cycle = 0;
    for (const Dependence& before : loop_.dependences.before(node)) {
        if (state_.is_placed(before.node))
            cycle = std::max(cycle, state_.placement(before.node).cycle + before.latency);
    }
    return cycle;
}

/// Later cycles than those of one interval are the same again. Where none has room, the node
/// moves on from where it was thrown out, so that two do not throw each other out for ever.
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
