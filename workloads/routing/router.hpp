#pragma once
// Routing of flows through the stream switches by negotiated congestion (PathFinder: McMurchie and
// Ebeling, FPGA 1995) on the device's routing graph.

#include <span>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "arch/routing_graph.hpp"
#include "arch/tile.hpp"
#include "workloads/routing/port_occupancy.hpp"
#include "workloads/schedule/schedule.hpp"

// The cost of a port for a route, as an interface, so that studies of placement and routing can use
// their own.

namespace xdnasim::routing {

/// How contended a port is during negotiation.
struct Congestion {
    int overuse = 0;     ///< flows beyond capacity if one more took the port
    int beside = 0;      ///< flows on the port
    double history = 0;  ///< overuse summed over earlier rounds
    int round = 0;       ///< round of the negotiation, from 0

    /// Factor for sharing a port: low in the first round, so that flows show which ways they
    /// prefer, and soon higher than the cost of any detour.
    [[nodiscard]] double penalty() const;
};

class RoutingCost {
 public:
    virtual ~RoutingCost() = default;

    /// Cost of taking `port`: not negative, and at least lower_bound_per_hop() for a port that
    /// enters a tile. Infinity excludes the port from every route, and must therefore not depend on
    /// the congestion.
    [[nodiscard]] virtual double of(const arch::Port& port, const Congestion& congestion) const = 0;

    /// Least cost of a step to a neighbouring tile; it guides the A* search.
    [[nodiscard]] virtual double lower_bound_per_hop() const = 0;
};

/// A cost of one for each wire to the next tile, times PathFinder's present and historical
/// congestion.
class HopCost final : public RoutingCost {
 public:
    [[nodiscard]] double of(const arch::Port& port, const Congestion& congestion) const override;
    [[nodiscard]] double lower_bound_per_hop() const override;
};

/// The hops that a route may take; the router chooses their channels.
using Way = std::vector<arch::Hop>;

/// As HopCost, but a wire with packets of other flows costs more than a free one, since a flow that
/// shares a port waits for the others' packets.
class ApartCost final : public RoutingCost {
 public:
    [[nodiscard]] double of(const arch::Port& port, const Congestion& congestion) const override;
    [[nodiscard]] double lower_bound_per_hop() const override {
        return hops_.lower_bound_per_hop();
    }

 private:
    HopCost hops_;
};

/// Routes every flow: one route per flow, in the same order. Deterministic.
/// A port carries one circuit flow, or packet flows of different ids (a slave port as many as its
/// match slots can distinguish; flows that go on together can share a slot). Packet flows of one id
/// to one sink join where they meet.
/// `given`: fixed routes of the first flows; the other flows use the ports that these leave free.
/// `ways`: the tiles that each of the first flows passes, if they are chosen beforehand.
/// `apart`: pairs of packet flows that may not share a port.
/// Throws InputError if a port does not exist or the flows cannot all be routed; the message names
/// the flows and the exhausted ports.
[[nodiscard]] std::vector<schedule::Route> route(std::span<const schedule::Flow> flows,
                                                 const arch::RoutingGraph& graph,
                                                 const RoutingCost& cost = HopCost{},
                                                 std::span<const schedule::Route> given = {},
                                                 std::span<const Way> ways = {},
                                                 std::span<const FlowPair> apart = {});

/// The result of a negotiation.
struct Negotiated {
    std::vector<schedule::Route>
        routes;  ///< one for each flow; after a shortage those of the last round
    /// Number of rounds until no port was overused, or the negotiation gave up.
    int rounds = 0;
    /// The flows that are left over and the exhausted ports; empty: all flows are routed.
    std::string shortage;
    /// Flows beyond the capacity of the wires between tiles, summed over these wires.
    int overuse = 0;
};
/// As route(), but a shortage of ports is a result and not an error. Throws InputError for ports
/// that do not exist.
[[nodiscard]] Negotiated negotiate(std::span<const schedule::Flow> flows,
                                   const arch::RoutingGraph& graph,
                                   const RoutingCost& cost = HopCost{});

// Conditions on the ends of flows, checked before routing.

/// Throws InputError if an endpoint does not exist or faces the wrong way, if a packet id is out of
/// range, or if two flows that cannot share a port start or end at the same one.
void check_endpoints(std::span<const schedule::Flow> flows, const arch::Device& device);

}  // namespace xdnasim::routing
