// What leads to the next block as late as it can be.

#include <algorithm>
#include <functional>
#include <set>

#include "workloads/kernels/vliw/block_layout.hpp"

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
    std::set<Placement> taken{placements.begin(), placements.end()};
    std::vector<int> nodes;
    for (int node = first; node < static_cast<int>(placements.size()); ++node)
        if (operation(section.graph, node).cascade == arch::CascadeUse::None) nodes.push_back(node);
    std::ranges::stable_sort(nodes, std::greater{},
                             [&](int node) { return at(placements, node).cycle; });
    for (const int node : nodes) {
        const std::vector<int>& slots = operation(section.graph, node).slots;
        Placement& placed = at(placements, node);
        for (auto cycle = static_cast<int>(latest_cycle(section, of_lead, node));
             cycle > placed.cycle; --cycle) {
            const auto slot = std::ranges::find_if(slots, [&](int one) {
                return !taken.contains({cycle, one});
            });
            if (slot == slots.end()) continue;
            taken.erase(placed);
            placed = {cycle, *slot};
            taken.insert(placed);
            break;
        }
    }
    for (const Placement& placement : placements)
        section.schedule.length = std::max(section.schedule.length, placement.cycle + 1);
}

}  // namespace xdnasim::vliw
