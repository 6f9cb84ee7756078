// What the future of the DRAM depends on, and what adds up in it.

#include "sim/dram.hpp"

namespace xdnasim::sim {

void Dram::visit_state(StateVisitor& visitor) {
    visitor.value(patterns_changed_);
    for (const auto& channel : channels_)
        channel->visit_state(visitor);
    visitor.value(load_.memory);
    for (double& load : load_.directions)
        visitor.value(load);
    visitor.value(limited_);
    visitor.elapsed(unchanged_);
    const auto visit_costs = [&](Sharing& sharing) {
        visitor.size(sharing.costs);
        for (memory::AccessCost& cost : sharing.costs) {
            visitor.value(cost.channel);
            visitor.value(cost.memory);
            visitor.value(cost.port);
        }
    };
    visit_costs(sharing_);
    for (Sharing& relaxed : relaxed_)
        visit_costs(relaxed);
}

void Dram::visit_totals(TotalsVisitor& visitor) {
    visitor.visit(used_.memory);
    for (double& used : used_.directions)
        visitor.visit(used);
}

}  // namespace xdnasim::sim
