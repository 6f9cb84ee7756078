#include "workloads/placement/annealing/routed_estimate.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::placement {

RoutedEstimate::RoutedEstimate(Search& search) : search_{search} {}

void RoutedEstimate::reset(const Placement& placement) {
    if (placement == present_.placement) return;
    present_ = routed(placement);
    before_.reset();
}

RoutedEstimate::Routed RoutedEstimate::routed(Placement placement) {
    Solution solution = search_.routed(placement);
    const Netlist& netlist = search_.netlist();
    const Array& array = search_.array();
    Routed made{std::move(placement), cost_of(netlist, array, solution).total(), true};
    for (const Breach& breach : breaches(netlist, array, solution)) {
        const bool is_memory = breach.resource == Resource::Memory;
        const std::int64_t times = is_memory ? breach.used / breach.available : breach.excess();
        made.cost += kBreachWeight * static_cast<double>(times);
        made.is_legal = false;
    }
    search_.consider(std::move(solution));
    return made;
}

void RoutedEstimate::move(CoreId core, arch::TileId tile) {
    Placement next = present_.placement;
    const arch::TileId from = next.of(core);
    if (search_.array().is_exclusive(search_.netlist().kind(core))) {
        const auto& tiles = next.tiles();
        const auto other = std::ranges::find(tiles, tile);
        if (other != tiles.end()) next.set(static_cast<CoreId>(other - tiles.begin()), from);
    }
    next.set(core, tile);
    Routed made = before_ && before_->placement == next ? *before_ : routed(std::move(next));
    before_ = std::move(present_);
    present_ = std::move(made);
}

}  // namespace xdnasim::placement
