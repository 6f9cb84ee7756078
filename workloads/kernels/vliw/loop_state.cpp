#include "workloads/kernels/vliw/loop_state.hpp"

#include <algorithm>

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

}  // namespace xdnasim::vliw
