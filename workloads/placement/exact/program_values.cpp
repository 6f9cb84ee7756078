#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "workloads/placement/exact/joint_program.hpp"

// Conversion of solutions to values of the joint program's columns, and back.

namespace xdnasim::placement {

using arch::TileId;
using integer::ColumnId;

namespace {

constexpr double kHalf = 0.5;

/// The hops from the root of `tree` to `sink`, in order. A tree reaches each tile once.
std::vector<Hop> way_to(TileId sink, const std::vector<Hop>& tree) {
    std::vector<Hop> way;
    for (TileId at = sink;;) {
        const auto hop = std::ranges::find(tree, at, &Hop::to);
        if (hop == tree.end()) break;
        way.insert(way.begin(), *hop);
        at = hop->from;
    }
    return way;
}

/// The subset of unordered `hops` that a walk from `source` uses to reach new tiles.
std::vector<Hop> tree_from(TileId source, const std::set<Hop>& hops) {
    std::vector<Hop> tree;
    std::vector<TileId> reached{source};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const Hop& hop : hops) {
            if (hop.from != reached[i]) continue;
            if (std::ranges::find(reached, hop.to) != reached.end()) continue;
            reached.push_back(hop.to);
            tree.push_back(hop);
        }
    return tree;
}

std::size_t at(ColumnId column) {
    return static_cast<std::size_t>(column);
}

}  // namespace

std::vector<double> JointProgram::values_of(const Solution& solution) const {
    std::vector<double> values(program_.columns().size(), 0);
    for (CoreId core = 0; core < netlist_.core_count(); ++core) {
        const auto column = core_column(core, solution.placement.of(core));
        if (!column) return {};
        values[at(*column)] = 1;
    }
    for (NetId id = 0; id < netlist_.net_count(); ++id)
        if (!set_route(id, solution.placement, solution.routes[static_cast<std::size_t>(id)],
                       values))
            return {};
    for (const auto& [segment, column] : packet_channels_) {
        double nets = 0;
        for (const integer::Term& term : segments_[segment].packets)
            nets += values[at(term.column)];
        values[at(column)] = std::ceil(nets / graph_.packets_per_channel());
    }
    return program_.holds(values) ? values : std::vector<double>{};
}

/// Sets the columns of a net's route. False: the net may not take this route.
bool JointProgram::set_route(NetId id, const Placement& placement, const NetRoute& route,
                             std::vector<double>& values) const {
    const Net& net = netlist_.net(id);
    std::size_t found = 0;
    std::size_t expected = route.hops.size();
    if (netlist_.is_shareable(id)) expected += is_stream(route.transport) ? 2 : 1;
    std::vector<std::vector<Hop>> by_sink;
    for (const CoreId sink : net.sinks)
        by_sink.push_back(way_to(placement.of(sink), route.hops));
    for (const Way& way : ways(id)) {
        const Edge& edge = edges_[way.edge];
        if (edge.way.transport != route.transport) continue;
        const Hop hop{graph_.tile(edge.from), graph_.tile(edge.to)};
        const bool leaves = graph_.kind(edge.from) == NodeKind::Source;
        const bool arrives = graph_.kind(edge.to) == NodeKind::Sink;
        const bool ends_right = (!leaves || hop.from == placement.of(net.source)) &&
                                (!arrives || hop.to == placement.of(net.sinks.front()));
        const bool is_taken =
            leaves || arrives
                ? ends_right && (is_stream(route.transport) || edge.way.buffer == route.buffer)
                : std::ranges::find(route.hops, hop) != route.hops.end();
        if (!is_taken) continue;
        ++found;
        values[at(way.column)] = 1;
        for (std::size_t sink = 0; sink < way.flows.size(); ++sink)
            if (std::ranges::find(by_sink[sink], hop) != by_sink[sink].end())
                values[at(way.flows[sink])] = 1;
    }
    return found == expected;
}

Solution JointProgram::solution_of(std::span<const double> values) const {
    std::vector<TileId> tiles;
    for (const auto& columns : cores_) {
        const auto taken = std::ranges::find_if(
            columns, [&](const auto& column) { return values[at(column.second)] > kHalf; });
        tiles.push_back(taken->first);
    }
    Solution solution{Placement{std::move(tiles)}, {}};
    for (NetId id = 0; id < netlist_.net_count(); ++id)
        solution.routes.push_back(route_of(id, solution.placement, values));
    return solution;
}

NetRoute JointProgram::route_of(NetId id, const Placement& placement,
                                std::span<const double> values) const {
    const Net& net = netlist_.net(id);
    NetRoute route;
    if (mode_ == StreamMode::Packet) route.transport = Transport::Packet;
    std::vector<const Edge*> taken;
    for (const Way& way : ways(id))
        if (values[at(way.column)] > kHalf) taken.push_back(&edges_[way.edge]);
    for (const Edge* edge : taken) {
        if (!is_stream(edge->way.transport)) return {edge->way.transport, {}, edge->way.buffer};
        if (graph_.kind(edge->from) == NodeKind::Source) route.transport = edge->way.transport;
    }
    std::set<Hop> hops;
    for (const Edge* edge : taken) {
        const bool is_hop = graph_.kind(edge->from) == NodeKind::Switch &&
                            graph_.kind(edge->to) == NodeKind::Switch;
        if (is_hop && edge->way.transport == route.transport)
            hops.insert({graph_.tile(edge->from), graph_.tile(edge->to)});
    }
    const std::vector<Hop> tree = tree_from(placement.of(net.source), hops);
    std::set<Hop> needed;
    for (const CoreId sink : net.sinks)
        for (const Hop& hop : way_to(placement.of(sink), tree))
            needed.insert(hop);
    std::ranges::copy_if(tree, std::back_inserter(route.hops),
                         [&](const Hop& hop) { return needed.contains(hop); });
    return route;
}

}  // namespace xdnasim::placement
