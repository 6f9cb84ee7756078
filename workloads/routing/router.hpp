#pragma once
// Turns flows into routes through the stream switches: negotiated congestion
// (PathFinder: McMurchie and Ebeling, FPGA 1995) over the device's routing graph.

#include <span>
#include <vector>

#include "arch/device.hpp"
#include "arch/routing_graph.hpp"
#include "workloads/routing/routing_cost.hpp"
#include "workloads/schedule/flow.hpp"

namespace xdnasim::routing {

/// Routes every flow: one route per flow, in the same order. Deterministic.
/// A port carries one circuit flow, or packet flows of different ids (a slave port as
/// many as it has match slots).
/// Throws InputError when a port does not exist or the flows cannot all be routed; the
/// message names the flows and the ports that ran out.
[[nodiscard]] std::vector<schedule::Route> route(std::span<const schedule::Flow> flows,
                                                 const arch::RoutingGraph& graph,
                                                 const RoutingCost& cost = HopCost{});

}  // namespace xdnasim::routing
