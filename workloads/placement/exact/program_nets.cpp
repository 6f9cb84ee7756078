#include <algorithm>
#include <utility>

#include "workloads/placement/exact/joint_program.hpp"

// The columns of nets in the joint program, and the rows that make their edges a flow.

namespace xdnasim::placement {

using arch::TileId;
using integer::ColumnId;
using integer::kUnlimited;

namespace {

Transport only_transport(StreamMode mode) {
    return mode == StreamMode::Packet ? Transport::Packet : Transport::Circuit;
}

bool takes(const std::vector<TileId>& region, TileId tile) {
    return std::ranges::find(region, tile) != region.end();
}

}  // namespace

bool JointProgram::is_within(const Net& net, TileId tile) const {
    if (!margin_) return true;
    TileId low = regions_[index_of(net.source)].front();
    TileId high = low;
    const auto widen = [&](CoreId core) {
        for (const TileId at : regions_[index_of(core)]) {
            low = {std::min(low.column, at.column), std::min(low.row, at.row)};
            high = {std::max(high.column, at.column), std::max(high.row, at.row)};
        }
    };
    widen(net.source);
    std::ranges::for_each(net.sinks, widen);
    return tile.column >= low.column - *margin_ && tile.column <= high.column + *margin_ &&
           tile.row >= low.row - *margin_ && tile.row <= high.row + *margin_;
}

/// May a net take an edge, judging by the kinds of both and the tiles that the net's cores may
/// take?
bool JointProgram::is_open(const Net& net, const Edge& edge) const {
    const auto id = static_cast<NetId>(&net - netlist_.nets.data());
    const bool is_shareable = netlist_.is_shareable(id);
    const Transport transport = edge.way.transport;
    const bool is_right_kind =
        is_stream(transport)
            ? transport == only_transport(mode_) || (mode_ == StreamMode::Mixed && is_shareable)
            : is_shareable;
    if (!is_right_kind) return false;
    const bool leaves = graph_.kind(edge.from) == NodeKind::Source;
    const bool arrives = graph_.kind(edge.to) == NodeKind::Sink;
    const TileId from = graph_.tile(edge.from);
    const TileId to = graph_.tile(edge.to);
    if (!is_shareable) return !leaves && !arrives && is_within(net, from) && is_within(net, to);
    if (leaves && !takes(regions_[index_of(net.source)], from)) return false;
    if (arrives && !takes(regions_[index_of(net.sinks.front())], to)) return false;
    return is_within(net, from) && is_within(net, to);
}

void JointProgram::add_nets() {
    for (NetId id = 0; id < netlist_.net_count(); ++id) {
        if (netlist_.is_shareable(id))
            add_shareable_net(id);
        else
            add_stream(id);
    }
}

/// Adds a net between two cores. Whether it is shared or a stream, and hence what it uses in the
/// tiles of these cores, is open.
void JointProgram::add_shareable_net(NetId id) {
    const Net& net = netlist_.net(id);
    const std::vector<NetEnd> ends = stream_ends(words_, array_, id);
    const RoomUse shared = shared_use(words_, array_, id);
    const std::vector<NetEnd> paid_ends = stream_ends(netlist_, array_, id);
    const RoomUse paid_shared = shared_use(netlist_, array_, id);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        const Edge& edge = edges_[i];
        if (!is_open(net, edge)) continue;
        const ColumnId column =
            program_.add_column({.cost = cost_of_column(edge, paid_ends, paid_shared)});
        ways(id).push_back({i, column});
        use_shareable(edge, column, ends, shared);
    }
    std::map<std::pair<Vertex, Transport>, Terms> nodes;
    for (const Way& way : ways(id)) {
        const Edge& edge = edges_[way.edge];
        // Ways out of and into a DMA serve all transports; within switches a net keeps its
        // transport.
        const auto kind = [&](Vertex vertex) {
            return graph_.kind(vertex) == NodeKind::Switch ? edge.way.transport
                                                           : Transport::Circuit;
        };
        nodes[{edge.from, kind(edge.from)}].push_back({way.column, -1});
        nodes[{edge.to, kind(edge.to)}].push_back({way.column, 1});
    }
    for (const TileId tile : regions_[index_of(net.source)])
        nodes[{graph_.vertex(tile, NodeKind::Source), Transport::Circuit}].push_back(
            {*core_column(net.source, tile), 1});
    for (const TileId tile : regions_[index_of(net.sinks.front())])
        nodes[{graph_.vertex(tile, NodeKind::Sink), Transport::Circuit}].push_back(
            {*core_column(net.sinks.front(), tile), -1});
    for (const auto& [node, terms] : nodes)
        program_.add_row(0, terms, 0);
}

double JointProgram::cost_of_column(const Edge& edge, const std::vector<NetEnd>& ends,
                                    const RoomUse& shared) const {
    arch::Bytes bytes{};
    if (!is_stream(edge.way.transport))
        bytes = shared.memory;
    else if (graph_.kind(edge.from) == NodeKind::Source)
        bytes = ends.front().use.memory;
    else if (graph_.kind(edge.to) == NodeKind::Sink)
        bytes = ends.back().use.memory;
    return edge.way.cost + array_.choices().weights.byte * static_cast<double>(bytes.count());
}

void JointProgram::use_shareable(const Edge& edge, ColumnId column, const std::vector<NetEnd>& ends,
                                 const RoomUse& shared) {
    if (!is_stream(edge.way.transport)) {
        use_tile(edge.way.buffer, column, shared);
        return;
    }
    SegmentUse& segment = segments_[*edge.way.segment];
    (edge.way.transport == Transport::Packet ? segment.packets : segment.circuits)
        .push_back({column, 1});
    if (graph_.kind(edge.from) == NodeKind::Source)
        use_tile(graph_.tile(edge.from), column, ends.front().use);
    if (graph_.kind(edge.to) == NodeKind::Sink)
        use_tile(graph_.tile(edge.to), column, ends.back().use);
}

/// Adds a net that is a stream wherever its cores lie, so that the use of resources at its ends is
/// known.
void JointProgram::add_stream(NetId id) {
    const Net& net = netlist_.net(id);
    const Transport transport = only_transport(mode_);
    const auto add_to = [&](std::optional<std::size_t> segment, ColumnId column) {
        if (!segment) return;
        SegmentUse& use = segments_[*segment];
        (transport == Transport::Packet ? use.packets : use.circuits).push_back({column, 1});
    };
    const Weights& weights = array_.choices().weights;
    const std::vector<NetEnd> ends = stream_ends(words_, array_, id);
    const std::vector<NetEnd> paid = stream_ends(netlist_, array_, id);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        use_core(ends[i].core, ends[i].use);
        program_.add_cost((transport == Transport::Packet ? weights.packet : weights.circuit) +
                          weights.byte * static_cast<double>(paid[i].use.memory.count()));
        const auto& segments = i == 0 ? out_segments_ : in_segments_;
        for (const auto& [tile, column] : cores_[index_of(ends[i].core)])
            add_to(segments[array_.index(tile)], column);
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        if (!is_open(net, edges_[i])) continue;
        const ColumnId column = program_.add_column({.cost = edges_[i].way.cost});
        Way way{i, column};
        for (std::size_t sink = 0; net.is_multicast() && sink < net.sinks.size(); ++sink) {
            way.flows.push_back(program_.add_column({.is_whole = false}));
            program_.add_row(-kUnlimited, Terms{{way.flows.back(), 1}, {column, -1}}, 0);
        }
        add_to(edges_[i].way.segment, column);
        ways(id).push_back(std::move(way));
    }
    for (std::size_t sink = 0; sink < net.sinks.size(); ++sink)
        add_balance(id, sink);
}

/// Adds the balance of flow: what enters a switch on the way to a sink leaves it, or begins or ends
/// there.
void JointProgram::add_balance(NetId id, std::size_t sink) {
    const Net& net = netlist_.net(id);
    std::map<TileId, Terms> switches;
    for (const Way& way : ways(id)) {
        const ColumnId column = way.flows.empty() ? way.column : way.flows[sink];
        switches[graph_.tile(edges_[way.edge].from)].push_back({column, -1});
        switches[graph_.tile(edges_[way.edge].to)].push_back({column, 1});
    }
    for (const auto& [tile, column] : cores_[index_of(net.source)])
        switches[tile].push_back({column, 1});
    for (const auto& [tile, column] : cores_[index_of(net.sinks[sink])])
        switches[tile].push_back({column, -1});
    for (const auto& [tile, terms] : switches)
        program_.add_row(0, terms, 0);
}

}  // namespace xdnasim::placement
