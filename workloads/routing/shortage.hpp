#pragma once
// Says why a negotiation failed: which flows are left over, and which ports ran out.

#include <span>
#include <string>

#include "arch/routing_graph.hpp"
#include "workloads/routing/port_occupancy.hpp"
#include "workloads/routing/tree_search.hpp"
#include "workloads/schedule/flow.hpp"

namespace xdnasim::routing {

/// `occupancy` is the state in which the negotiation of `trees` (one per flow) gave up.
[[nodiscard]] std::string describe_shortage(std::span<const schedule::Flow> flows,
                                            std::span<const Tree> trees, PortOccupancy occupancy,
                                            const arch::RoutingGraph& graph);

}  // namespace xdnasim::routing
