#pragma once
// Turns flows into routes through the stream switches: negotiated congestion
// (PathFinder: McMurchie and Ebeling, FPGA 1995) over the device's routing graph.

#include <span>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "arch/routing_graph.hpp"
#include "arch/tile.hpp"
#include "workloads/routing/port_occupancy.hpp"
#include "workloads/schedule/schedule.hpp"

// What a port costs a route: exchangeable, so that placement and routing studies can
// bring their own.

namespace xdnasim::routing {

/// How contended a port is while routes are negotiated.
struct Congestion {
    int overuse = 0;     ///< flows over capacity if one more took the port now
    int beside = 0;      ///< flows on the port now
    double history = 0;  ///< overuse summed over earlier rounds
    int round = 0;       ///< of the negotiation, from 0

    /// Sharing starts cheap, so that flows show where they would like to go, and soon costs more
    /// than any way round.
    [[nodiscard]] double penalty() const;
};

class RoutingCost {
 public:
    virtual ~RoutingCost() = default;

    /// Of taking `port`: not negative, and at least lower_bound_per_hop() for a port that
    /// enters a tile. Infinity bars the port from every route, so it must not depend on
    /// the congestion.
    [[nodiscard]] virtual double of(const arch::Port& port, const Congestion& congestion) const = 0;

    /// Least cost of a step to a neighbouring tile: what guides the search.
    [[nodiscard]] virtual double lower_bound_per_hop() const = 0;
};

/// One per wire to the next tile, times PathFinder's present and historical congestion.
class HopCost final : public RoutingCost {
 public:
    [[nodiscard]] double of(const arch::Port& port, const Congestion& congestion) const override;
    [[nodiscard]] double lower_bound_per_hop() const override;
};

/// The hops that a route may take; it chooses their channels.
using Way = std::vector<arch::Hop>;

/// The same, and a wire that packets of others take costs more than a free one: who shares a port
/// waits for others' packets.
class ApartCost final : public RoutingCost {
 public:
    [[nodiscard]] double of(const arch::Port& port, const Congestion& congestion) const override;
    [[nodiscard]] double lower_bound_per_hop() const override {
        return hops_.lower_bound_per_hop();
    }

 private:
    HopCost hops_;
};

/// Routes every flow: one route per flow, in the same order. Deterministic. The first flows keep
/// the routes that are `given`; the others take what these leave free.
/// A port carries one circuit flow, or packet flows of different ids (a slave port as many as its
/// match slots tell apart: those that go on together can share one). Packet flows of one id to one
/// sink join where they meet.
/// `ways`: of the first flows, the tiles that they pass, when somebody has chosen these.
/// `apart`: flows in packets that may not share a port.
/// Throws InputError when a port does not exist or the flows cannot all be routed; the
/// message names the flows and the ports that ran out.
[[nodiscard]] std::vector<schedule::Route> route(std::span<const schedule::Flow> flows,
                                                 const arch::RoutingGraph& graph,
                                                 const RoutingCost& cost = HopCost{},
                                                 std::span<const schedule::Route> given = {},
                                                 std::span<const Way> ways = {},
                                                 std::span<const FlowPair> apart = {});

/// What a negotiation ended with.
struct Negotiated {
    std::vector<schedule::Route> routes;  ///< where there is a shortage, those of the last round
    int rounds = 0;                       ///< until no port was wanted twice, or it gave up
    std::string shortage;  ///< the flows and the ports that ran out; empty: all are routed
    int overuse = 0;       ///< flows more than the wires between tiles carry, summed over these
};
/// As route(), but a shortage of ports is a result. Throws InputError for ports that do not exist.
[[nodiscard]] Negotiated negotiate(std::span<const schedule::Flow> flows,
                                   const arch::RoutingGraph& graph,
                                   const RoutingCost& cost = HopCost{});

// What must hold of the ends of flows before any route is looked for.

/// Throws InputError when an endpoint does not exist or faces the wrong way, when a
/// packet id is out of range, or when two flows that cannot share a port start or end at
/// the same one.
void check_endpoints(std::span<const schedule::Flow> flows, const arch::Device& device);

}  // namespace xdnasim::routing
