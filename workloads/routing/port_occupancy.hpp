#pragma once
// The flows on each port during negotiation, and by how much each port exceeds its capacity at
// present and did in earlier rounds.

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

/// Indices of two flows that may not share a port.
using FlowPair = std::pair<std::size_t, std::size_t>;

/// Are the flows joint (schedule::are_joint), with a single sink? Two broadcasts may be joint as
/// well, but the router lets a joint flow follow another one from where they meet, which requires
/// that both are paths.
[[nodiscard]] bool go_jointly(const schedule::Flow& a, const schedule::Flow& b);

/// Flows on the ports of a device. A port has room for one circuit flow, or for packet flows of
/// different ids: a slave port for as many as its match slots can distinguish, which depends on
/// where each flow goes on; a master port if its switch has arbiters for all sets of masters by
/// which packets leave it. Flows that go jointly count as one. A port has no room for a flow next
/// to one that it must be kept apart from.
class PortOccupancy {
 public:
    using Vertex = arch::RoutingGraph::Vertex;

    PortOccupancy(std::span<const schedule::Flow> flows, const arch::RoutingGraph& graph,
                  std::span<const FlowPair> apart = {});

    void add(std::size_t flow, Vertex port);
    /// Records that the flow goes on from a port that it holds to another port.
    void lead(std::size_t flow, Vertex from, Vertex to);
    /// Records that the flow leaves the port, with all ways on from it.
    void remove(std::size_t flow, Vertex port);

    /// Indices of the flows on the port.
    [[nodiscard]] std::span<const std::size_t> users(Vertex port) const { return users_[port]; }
    /// Number of flows beyond the port's capacity.
    [[nodiscard]] int overuse(Vertex port) const { return overuse(port, std::nullopt); }
    /// The same, if `flow` took the port as well.
    [[nodiscard]] int overuse_with(Vertex port, std::size_t flow) const {
        return users_[port].empty() ? 0 : overuse(port, flow);
    }
    /// Number of match slots and arbiters that a switch would lack in addition if `flow` went on
    /// from the switch's port `from` to `next`.
    [[nodiscard]] int rules_missing_for(std::size_t flow, Vertex from, Vertex next) const;
    [[nodiscard]] double history(Vertex port) const { return history_[port]; }
    /// Are there flows that go jointly?
    [[nodiscard]] bool any_joint() const { return any_joint_; }
    /// Index of the first of the flows that go jointly with `flow`, which is usually `flow` itself.
    [[nodiscard]] std::size_t joint(std::size_t flow) const { return joint_[flow]; }

    /// Adds the present overuse of every port to its history. Returns whether there was any.
    bool close_round();

 private:
    /// Ports to which a flow goes on.
    using Way = std::set<arch::Port>;
    /// Ways of the packet flows in a switch, by flow and by the slave port at which it enters.
    using Ways = std::map<std::pair<std::size_t, Vertex>, Way>;

    [[nodiscard]] int overuse(Vertex port, std::optional<std::size_t> newcomer) const;
    /// Missing match slots or arbiters at a port that packets with `ids` different ids pass.
    [[nodiscard]] int missing_rules(Vertex port, int ids) const;
    [[nodiscard]] bool is_slave(Vertex port) const;
    [[nodiscard]] const arch::SwitchModel& switch_of(Vertex port) const;
    [[nodiscard]] const Ways& ways_in(arch::TileId tile) const;
    /// Packet ids on a slave port, by the ports to which they go on.
    using Ids = std::map<Way, std::set<int>>;
    [[nodiscard]] Ids ids_by_way(Vertex slave) const;
    [[nodiscard]] int missing_slots(Vertex slave, const Ids& ids) const;
    [[nodiscard]] int slots_missing_for(std::size_t flow, Vertex from, Vertex next) const;
    /// Arbiters that the switch of `port` lacks; with `next`, if a flow that comes from nowhere
    /// else also went on from `port` to `next`.
    [[nodiscard]] int missing_arbiters(Vertex port, std::optional<Vertex> next) const;
    /// Number of flows on the port in addition to one that they must be kept apart from.
    [[nodiscard]] int intruders(Vertex port, std::optional<std::size_t> newcomer) const;

    std::span<const schedule::Flow> flows_;
    const arch::RoutingGraph& graph_;
    std::vector<std::size_t> joint_;  ///< indexed by flow
    bool any_joint_ = false;
    std::set<FlowPair> apart_;                     ///< with the lower index first
    std::vector<std::vector<std::size_t>> users_;  ///< indexed by vertex
    std::map<arch::TileId, Ways> ways_;
    std::vector<double> history_;  ///< indexed by vertex
};

}  // namespace xdnasim::routing
