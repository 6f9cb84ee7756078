#include "workloads/routing/routing_cost.hpp"

#include <cmath>

namespace xdnasim::routing {

namespace {

// Sharing starts cheap, so that flows show where they would like to go, and soon costs
// more than any way round.
constexpr double kFirstPenalty = 0.5;
constexpr double kPenaltyGrowth = 1.5;

bool enters_tile(const arch::Port& port) {
    if (port.side != arch::PortSide::Slave) return false;
    switch (port.bundle) {
        case arch::Bundle::North:
        case arch::Bundle::South:
        case arch::Bundle::West:
        case arch::Bundle::East:
            return true;
        case arch::Bundle::Core:
        case arch::Bundle::Dma:
        case arch::Bundle::Fifo:
        case arch::Bundle::TileControl:
        case arch::Bundle::Trace:
            break;
    }
    return false;
}

}  // namespace

double HopCost::of(const arch::Port& port, const Congestion& congestion) const {
    // A wire is priced once, at its far end: its master port is contended exactly when
    // its slave port is.
    if (!enters_tile(port)) return 0;
    double cost = lower_bound_per_hop() + congestion.history;
    if (congestion.overuse > 0) {
        cost *= 1 + congestion.overuse * kFirstPenalty * std::pow(kPenaltyGrowth, congestion.round);
    }
    return cost;
}

double HopCost::lower_bound_per_hop() const {
    return 1;
}

}  // namespace xdnasim::routing
