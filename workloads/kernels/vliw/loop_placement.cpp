#include "xdnasim/workloads/kernels/vliw/loop_placement.hpp"

#include <algorithm>
#include <limits>

#include "xdnasim/workloads/kernels/vliw/indexing.hpp"
#include "xdnasim/workloads/kernels/vliw/lifetime_fitting.hpp"

namespace xdnasim::vliw {
namespace {

/// Placements per operation before an interval is given up. Rau found 2 to be enough for most
/// loops; the ones of kernels fill a slot without a gap and need more.
constexpr int kBudget = 8;
constexpr int kNever = std::numeric_limits<int>::min();

}  // namespace

Loop::Loop(const OperationGraph& body, const arch::SlotModel& slot_model, int interval)
    : graph{body},
      model{slot_model},
      ii{interval},
      dependences{body, interval},
      values{values_of(body, slot_model, interval)} {}

LoopPlacement::LoopPlacement(const Loop& loop)
    : loop_{loop},
      priority_{tails(loop.dependences).cycles},
      table_{loop.model, loop.ii},
      placements_(priority_.size()),
      placed_(priority_.size(), 0),
      tried_(priority_.size(), kNever),
      left_{loop.dependences.nodes()} {}

bool LoopPlacement::place(const std::vector<int>& release) {
    const int nodes = loop_.dependences.nodes();
    for (int budget = kBudget * nodes; left_ > 0 && budget > 0; --budget) {
        int next = -1;
        for (int node = 0; node < nodes; ++node) {
            const bool better = next < 0 || at(priority_, node) > at(priority_, next);
            if (at(placed_, node) == 0 && better) next = node;
        }
        const int from = std::max(at(release, next), earliest(next));
        const Placement chosen = choose(next, from);
        for (const int other : table_.occupants(loop_.operation(next), chosen))
            throw_out(other);
        put(next, chosen);
        for (const Dependence& after : loop_.dependences.after(next)) {
            const bool too_early = at(placed_, after.node) != 0 &&
                                   at(placements_, after.node).cycle < chosen.cycle + after.latency;
            if (too_early) throw_out(after.node);
        }
    }
    return left_ == 0;
}

void LoopPlacement::adopt(const std::vector<Placement>& placements) {
    for (int node = 0; node < loop_.dependences.nodes(); ++node)
        put(node, at(placements, node));
}

/// As the operations that are placed allow.
int LoopPlacement::earliest(int node) const {
    int cycle = 0;
    for (const Dependence& before : loop_.dependences.before(node)) {
        if (at(placed_, before.node) != 0)
            cycle = std::max(cycle, at(placements_, before.node).cycle + before.latency);
    }
    return cycle;
}

/// Later cycles than those of one interval are the same again. Where none has room, the node
/// moves on from where it was thrown out, so that two do not throw each other out for ever.
Placement LoopPlacement::choose(int node, int from) const {
    for (int cycle = from; cycle < from + loop_.ii; ++cycle) {
        if (const auto slot = table_.free_slot(loop_.operation(node), cycle)) return {cycle, *slot};
    }
    const bool was_before = at(tried_, node) == kNever || at(tried_, node) < from;
    return least_in_the_way(node, was_before ? from : at(tried_, node) + 1);
}

Placement LoopPlacement::least_in_the_way(int node, int cycle) const {
    const arch::Operation& operation = loop_.operation(node);
    const auto in_the_way = [&](int slot) {
        return table_.occupants(operation, {cycle, slot}).size();
    };
    return {cycle, *std::ranges::min_element(operation.slots, {}, in_the_way)};
}

void LoopPlacement::put(int node, Placement placement) {
    table_.take(node, loop_.operation(node), placement);
    at(placements_, node) = placement;
    at(tried_, node) = placement.cycle;
    at(placed_, node) = 1;
    --left_;
}

void LoopPlacement::throw_out(int node) {
    table_.release(loop_.operation(node), at(placements_, node));
    at(placed_, node) = 0;
    ++left_;
}

bool LoopPlacement::fit_registers() {
    return LifetimeFitting{loop_, table_, placements_}.run();
}

SlotSchedule LoopPlacement::schedule() const {
    SlotSchedule schedule{.placements = placements_, .length = 0, .ii = loop_.ii};
    const int first = std::ranges::min(placements_).cycle;
    for (Placement& placement : schedule.placements) {
        placement.cycle -= first;
        schedule.length = std::max(schedule.length, placement.cycle + 1);
    }
    return schedule;
}

}  // namespace xdnasim::vliw
