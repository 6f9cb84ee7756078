// Delays the code that leads to the next block as long as possible.

#include <algorithm>
#include <functional>

#include "workloads/kernels/vliw/block_layout.hpp"
#include "workloads/kernels/vliw/reservation_table.hpp"

namespace xdnasim::vliw {

std::int64_t BlockLayout::latest_cycle(const CodeSection& section,
                                       const std::vector<Demand>& demands, int node) {
    std::int64_t latest = section.cycles - 1;
    for (const Edge& edge : section.graph.edges)
        if (edge.from == node)
            latest = std::min<std::int64_t>(
                latest, at(section.schedule.placements, edge.to).cycle - edge.latency);
    for (const Demand& demand : demands)
        if (demand.node == node) latest = std::min(latest, section.cycles - demand.cycles);
    return latest;
}

void BlockLayout::delay_start(CodeSection& section, const Lead& lead, int first) const {
    const std::vector<Demand> of_lead = demands(section.graph, lead);
    std::vector<Placement>& placements = section.schedule.placements;
    const auto nodes_in_all = static_cast<int>(placements.size());
    ReservationTable table{model_, 0};
    for (int node = 0; node < nodes_in_all; ++node)
        table.take(node, operation(section.graph, node), at(placements, node));
    std::vector<int> nodes;
    for (int node = first; node < nodes_in_all; ++node)
        if (operation(section.graph, node).cascade == arch::CascadeUse::None) nodes.push_back(node);
    std::ranges::stable_sort(nodes, std::greater{},
                             [&](int node) { return at(placements, node).cycle; });
    for (const int node : nodes) {
        const arch::Operation& moved = operation(section.graph, node);
        Placement& placed = at(placements, node);
        table.release(moved, placed);
        for (auto cycle = static_cast<int>(latest_cycle(section, of_lead, node));
             cycle > placed.cycle; --cycle) {
            const auto slot = table.free_slot(moved, cycle);
            if (!slot) continue;
            placed = {cycle, *slot};
            break;
        }
        table.take(node, moved, placed);
    }
    for (const Placement& placement : placements)
        section.schedule.length = std::max(section.schedule.length, placement.cycle + 1);
}

}  // namespace xdnasim::vliw
