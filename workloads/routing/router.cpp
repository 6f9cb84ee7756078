#include "workloads/routing/router.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/routing/port_occupancy.hpp"
#include "workloads/routing/tree_search.hpp"

namespace xdnasim::routing {

namespace {

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
        case arch::Bundle::Plio:
            break;
    }
    return false;
}

}  // namespace

double Congestion::penalty() const {
    constexpr double kFirst = 0.5;
    constexpr double kGrowth = 1.5;
    return overuse * kFirst * std::pow(kGrowth, round);
}

double HopCost::of(const arch::Port& port, const Congestion& congestion) const {
    // A wire is priced once, at its slave port in the next tile: its master port is contended
    // exactly if its slave port is.
    if (!enters_tile(port)) return 0;
    const double cost = lower_bound_per_hop() + congestion.history;
    return congestion.overuse > 0 ? cost * (1 + congestion.penalty()) : cost;
}

double HopCost::lower_bound_per_hop() const {
    return 1;
}

double ApartCost::of(const arch::Port& port, const Congestion& congestion) const {
    constexpr double kPerPacketFlow = 1;
    const double apart = enters_tile(port) ? kPerPacketFlow * congestion.beside : 0;
    return hops_.of(port, congestion) + apart;
}

namespace {

using arch::Port;
using arch::RoutingGraph;
using schedule::Flow;
using schedule::Route;

constexpr int kMaxRounds = 50;

/// The sinks by distance, so that far sinks can branch off from a trunk.
std::vector<Port> sinks_by_distance(const Flow& flow) {
    std::vector<Port> sinks = flow.sinks;
    std::ranges::sort(sinks, {}, [&](const Port& sink) {
        return std::pair{arch::distance(flow.source.tile, sink.tile), sink};
    });
    return sinks;
}

class Negotiation {
 public:
    Negotiation(std::span<const Flow> flows, const RoutingGraph& graph, const RoutingCost& cost,
                std::span<const Route> given, std::span<const Way> ways,
                std::span<const FlowPair> apart)
        : flows_{flows},
          graph_{graph},
          occupancy_{flows, graph, apart},
          search_{graph, cost, occupancy_},
          first_{given.size()},
          ways_{ways},
          trees_(flows.size()) {
        for (std::size_t flow = 0; flow < given.size(); ++flow)
            hold(flow, given[flow]);
    }

    /// Negotiates routes. Returns whether no port is overused at the end.
    [[nodiscard]] bool run() {
        for (rounds_ = 1; rounds_ <= kMaxRounds; ++rounds_) {
            for (std::size_t flow = first_; flow < flows_.size(); ++flow) {
                const Group group = group_of(flow);
                if (group.routed.front() != flow) continue;  // routed with that one
                if (rounds_ == 1 || is_contended(group)) reroute(group, rounds_ - 1);
            }
            if (!occupancy_.close_round()) return true;
        }
        rounds_ = kMaxRounds;
        return false;
    }

    [[nodiscard]] int rounds() const { return rounds_; }
    /// Trees of the last round.
    [[nodiscard]] const std::vector<Tree>& trees() const { return trees_; }
    /// Flows beyond the capacity of the wires between tiles, summed; a wire counts at its slave
    /// port.
    [[nodiscard]] int overuse() const {
        int sum = 0;
        for (PortOccupancy::Vertex port = 0; port < boost::num_vertices(graph_.graph()); ++port)
            if (enters_tile(graph_.port(port))) sum += occupancy_.overuse(port);
        return sum;
    }
    [[nodiscard]] std::string shortage() const {
        return describe_shortage(flows_, trees_, occupancy_, graph_);
    }

 private:
    /// Flows that go jointly.
    struct Group {
        std::vector<std::size_t> given;   ///< flows that keep their routes
        std::vector<std::size_t> routed;  ///< the other flows; at least one
    };
    [[nodiscard]] Group group_of(std::size_t flow) const {
        if (!occupancy_.any_joint()) return {{}, {flow}};
        Group group;
        const std::size_t first = occupancy_.joint(flow);
        for (std::size_t each = first; each < flows_.size(); ++each)
            if (occupancy_.joint(each) == first)
                (each < first_ ? group.given : group.routed).push_back(each);
        return group;
    }

    [[nodiscard]] bool is_contended(const Group& group) const {
        return std::ranges::any_of(group.routed, [&](std::size_t flow) {
            return std::ranges::any_of(trees_[flow], [&](const TreePort& port) {
                return occupancy_.overuse(port.vertex) > 0;
            });
        });
    }

    void reroute(const Group& group, int round) {
        for (const std::size_t flow : group.routed) {
            for (const TreePort& port : trees_[flow])
                occupancy_.remove(flow, port.vertex);
            trees_[flow].clear();
        }
        std::vector<std::size_t> before = group.given;
        for (const std::size_t flow : group.routed) {
            route_one(flow, round);
            join(trees_[flow], before);
            take(flow);
            before.push_back(flow);
        }
    }

    /// Lets the flow follow a flow of `before` from the first port on that both have. Both trees
    /// are paths, with their ports in order.
    void join(Tree& tree, const std::vector<std::size_t>& before) const {
        for (std::size_t at = 1; at < tree.size(); ++at)
            for (const std::size_t flow : before) {
                const Tree& other = trees_[flow];
                const auto met = std::ranges::find(other, tree[at].vertex, &TreePort::vertex);
                if (met == other.end()) continue;
                tree.resize(at);
                for (auto port = met; port != other.end(); ++port)
                    tree.push_back({port->vertex, tree.size() - 1});
                return;
            }
    }

    /// Occupies the ports of the flow's tree.
    void take(std::size_t flow) {
        for (const TreePort& port : trees_[flow]) {
            occupancy_.add(flow, port.vertex);
            if (port.parent != TreePort::kRoot)
                occupancy_.lead(flow, trees_[flow][port.parent].vertex, port.vertex);
        }
    }

    /// Occupies the ports of a fixed route, each once, although a broadcast has several connections
    /// from one slave port. The sink in a shim lies behind the last connection.
    void hold(std::size_t flow, const Route& route) {
        for (const schedule::Connection& connection : route.connections) {
            for (const Port& port : {connection.slave, connection.master})
                hold(flow, port);
            lead(flow, connection);
        }
        for (const Port& sink : flows_[flow].sinks)
            hold(flow, sink);
    }

    void lead(std::size_t flow, const schedule::Connection& connection) {
        const auto from = graph_.vertex(connection.slave);
        const auto to = graph_.vertex(connection.master);
        if (from && to) occupancy_.lead(flow, *from, *to);
    }

    void hold(std::size_t flow, const Port& port) {
        Tree& tree = trees_[flow];
        const auto vertex = graph_.vertex(port);
        if (!vertex || std::ranges::find(tree, *vertex, &TreePort::vertex) != tree.end()) return;
        tree.push_back({.vertex = *vertex});
        occupancy_.add(flow, *vertex);
    }

    void route_one(std::size_t index, int round) {
        Tree& tree = trees_[index];
        const Flow& flow = flows_[index];
        tree = {{.vertex = *graph_.vertex(flow.source)}};
        search_.start(index, round, index < ways_.size() ? &ways_[index] : nullptr);
        for (const Port& sink : sinks_by_distance(flow)) {
            if (!search_.extend(tree, *graph_.vertex(sink))) {
                throw base::InputError{fmt::format(
                    "flow '{}': the switches offer no way from {} to {}, even with all ports free",
                    flow.name, to_string(flow.source), to_string(sink))};
            }
        }
    }

    std::span<const Flow> flows_;
    const RoutingGraph& graph_;
    PortOccupancy occupancy_;
    TreeSearch search_;
    std::size_t first_;  ///< index of the first flow that is routed
    std::span<const Way> ways_;
    std::vector<Tree> trees_;
    int rounds_ = 0;
};

Route to_route(const Flow& flow, const Tree& tree, const RoutingGraph& graph) {
    Route route;
    std::vector<int> hops(tree.size(), 0);  // number of switches passed up to each port of the tree
    for (std::size_t at = 1; at < tree.size(); ++at) {
        const std::size_t parent = tree[at].parent;
        const Port& from = graph.port(tree[parent].vertex);
        const Port& to = graph.port(tree[at].vertex);
        const bool in_switch = from.side == arch::PortSide::Slave &&
                               // Otherwise a wire or the shim mux.
                               to.side == arch::PortSide::Master;
        if (in_switch) route.connections.push_back({from, to});
        hops[at] = hops[parent] + (in_switch ? 1 : 0);
    }
    for (const Port& sink : flow.sinks) {
        const auto at = std::ranges::find(tree, *graph.vertex(sink), &TreePort::vertex);
        route.hops.push_back(hops[static_cast<std::size_t>(at - tree.begin())]);
    }
    return route;
}

}  // namespace

std::vector<Route> route(std::span<const Flow> flows, const RoutingGraph& graph,
                         const RoutingCost& cost, std::span<const Route> given,
                         std::span<const Way> ways, std::span<const FlowPair> apart) {
    std::vector<Route> routes{given.begin(), given.end()};
    if (routes.size() == flows.size()) return routes;
    check_endpoints(flows, graph.device());
    Negotiation negotiation{flows, graph, cost, given, ways, apart};
    if (!negotiation.run()) throw base::InputError{negotiation.shortage()};
    routes.reserve(flows.size());
    for (std::size_t flow = given.size(); flow < flows.size(); ++flow) {
        routes.push_back(to_route(flows[flow], negotiation.trees()[flow], graph));
    }
    return routes;
}

Negotiated negotiate(std::span<const Flow> flows, const RoutingGraph& graph,
                     const RoutingCost& cost) {
    check_endpoints(flows, graph.device());
    Negotiation negotiation{flows, graph, cost, {}, {}, {}};
    Negotiated negotiated;
    if (!negotiation.run()) {
        negotiated.shortage = negotiation.shortage();
        negotiated.overuse = negotiation.overuse();
    }
    negotiated.rounds = negotiation.rounds();
    for (std::size_t flow = 0; flow < flows.size(); ++flow)
        negotiated.routes.push_back(to_route(flows[flow], negotiation.trees()[flow], graph));
    return negotiated;
}

}  // namespace xdnasim::routing
