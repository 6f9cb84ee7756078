#pragma once
// Which flows hold which ports while routes are negotiated, and by how much each port is
// over its capacity now and was before.

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "arch/routing_graph.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::routing {

/// Two flows, by their index, that may not share a port.
using FlowPair = std::pair<std::size_t, std::size_t>;

/// Joint flows to a single sink. Two broadcasts may be joint as well; but the router takes a joint
/// flow along another's way from where the two meet on, for which both have to be paths.
[[nodiscard]] bool go_jointly(const schedule::Flow& a, const schedule::Flow& b);

/// A port has room for one circuit flow, or for packet flows of different ids: a slave port for as
/// many as its match slots tell apart, which depends on where each goes on; a master port where its
/// switch has arbiters for all sets of masters that packets leave it by. Flows that go jointly
/// count as one. A port has no room for a flow beside one that is to be kept apart from it.
class PortOccupancy {
 public:
    using Vertex = arch::RoutingGraph::Vertex;

    PortOccupancy(std::span<const schedule::Flow> flows, const arch::RoutingGraph& graph,
                  std::span<const FlowPair> apart = {});

    void add(std::size_t flow, Vertex port);
    /// The flow goes on from a port that it holds to another one.
    void lead(std::size_t flow, Vertex from, Vertex to);
    /// The flow holds the port no longer, and goes nowhere from it.
    void remove(std::size_t flow, Vertex port);

    /// Flows on the port, by their index.
    [[nodiscard]] std::span<const std::size_t> users(Vertex port) const { return users_[port]; }
    /// Flows over the port's capacity.
    [[nodiscard]] int overuse(Vertex port) const { return overuse(port, std::nullopt); }
    /// The same if `flow` took the port as well.
    [[nodiscard]] int overuse_with(Vertex port, std::size_t flow) const {
        return users_[port].empty() ? 0 : overuse(port, flow);
    }
    /// Match slots and arbiters that a switch would lack more than it does if `flow` went on from
    /// its port `from` to `next`.
    [[nodiscard]] int rules_missing_for(std::size_t flow, Vertex from, Vertex next) const;
    [[nodiscard]] double history(Vertex port) const { return history_[port]; }
    /// Do any flows go jointly?
    [[nodiscard]] bool any_joint() const { return any_joint_; }
    /// The first of the flows that go jointly with `flow`: mostly itself.
    [[nodiscard]] std::size_t joint(std::size_t flow) const { return joint_[flow]; }

    /// Adds the present overuse of every port to its history; was there any?
    bool close_round();

 private:
    /// Ports that a flow goes on to.
    using Way = std::set<arch::Port>;
    /// Of the packet flows in a switch, by the slave ports that they come in at.
    using Ways = std::map<std::pair<std::size_t, Vertex>, Way>;

    [[nodiscard]] int overuse(Vertex port, std::optional<std::size_t> newcomer) const;
    /// Match slots or arbiters, at a port that packets of so many ids pass.
    [[nodiscard]] int missing_rules(Vertex port, int ids) const;
    [[nodiscard]] bool is_slave(Vertex port) const;
    [[nodiscard]] const arch::SwitchModel& switch_of(Vertex port) const;
    [[nodiscard]] const Ways& ways_in(arch::TileId tile) const;
    /// Packet ids on a slave port by where they go on.
    using Ids = std::map<Way, std::set<int>>;
    [[nodiscard]] Ids ids_by_way(Vertex slave) const;
    [[nodiscard]] int missing_slots(Vertex slave, const Ids& ids) const;
    [[nodiscard]] int slots_missing_for(std::size_t flow, Vertex from, Vertex next) const;
    /// Of the switch that `port` is of; with a flow that goes on there, from nowhere else, as well.
    [[nodiscard]] int missing_arbiters(Vertex port, std::optional<Vertex> next) const;
    /// Flows on the port that it has beside one that they are to be kept apart from.
    [[nodiscard]] int intruders(Vertex port, std::optional<std::size_t> newcomer) const;

    std::span<const schedule::Flow> flows_;
    const arch::RoutingGraph& graph_;
    std::vector<std::size_t> joint_;  ///< index: flow
    bool any_joint_ = false;
    std::set<FlowPair> apart_;                     ///< the lower index first
    std::vector<std::vector<std::size_t>> users_;  ///< index: vertex
    std::map<arch::TileId, Ways> ways_;
    std::vector<double> history_;  ///< index: vertex
};

}  // namespace xdnasim::routing
