#include "workloads/placement/routes/resource_graph.hpp"

namespace xdnasim::placement {

using arch::TileId;
using arch::TileKind;

namespace {

constexpr std::size_t kNodes = 3;  // nodes of a tile

}  // namespace

ResourceGraph::ResourceGraph(const Array& array, PacketArea packets)
    : array_{array}, packets_{packets}, graph_{array.size() * kNodes} {
    for (Array::Index i = 0; i < array.size(); ++i)
        add_streams(array.tile(i));
    for (Array::Index i = 0; i < array.size(); ++i)
        add_memories(array.tile(i));
}

ResourceGraph::Vertex ResourceGraph::vertex(TileId tile, NodeKind kind) const {
    return array_.index(tile) * kNodes + static_cast<std::size_t>(kind);
}

TileId ResourceGraph::tile(Vertex vertex) const {
    return array_.tile(vertex / kNodes);
}

NodeKind ResourceGraph::kind(Vertex vertex) const {
    return static_cast<NodeKind>(vertex % kNodes);
}

void ResourceGraph::add_segment(Vertex from, Vertex to, int channels, bool with_packets) {
    if (channels == 0) return;
    const Weights& weights = array_.choices().weights;
    const std::size_t segment = capacities_.size();
    capacities_.push_back(channels);
    boost::add_edge(from, to, {Transport::Circuit, weights.circuit, segment}, graph_);
    if (with_packets)
        boost::add_edge(from, to, {Transport::Packet, weights.packet, segment}, graph_);
}

void ResourceGraph::add_streams(TileId tile) {
    const auto takes_packets = [&](TileId at) {
        return packets_ == PacketArea::Array || array_.kind(at) == TileKind::CompTile;
    };
    const Room& room = array_.room(tile);
    const Vertex through = vertex(tile, NodeKind::Switch);
    add_segment(vertex(tile, NodeKind::Source), through, room.mm2s, takes_packets(tile));
    add_segment(through, vertex(tile, NodeKind::Sink), room.s2mm, takes_packets(tile));
    for (const Heading heading : kHeadings)
        if (const auto next = array_.beside(tile, heading))
            add_segment(through, vertex(*next, NodeKind::Switch), array_.links(tile, heading),
                        takes_packets(tile) && takes_packets(*next));
}

void ResourceGraph::add_memories(TileId tile) {
    const auto add = [&](TileId to, Transport transport, double cost) {
        for (const TileId memory : array_.common_memories(tile, to))
            boost::add_edge(vertex(tile, NodeKind::Source), vertex(to, NodeKind::Sink),
                            {transport, cost, {}, memory}, graph_);
    };
    const Weights& weights = array_.choices().weights;
    add(tile, Transport::OwnTile, weights.own_tile);
    for (const Heading heading : kHeadings)
        if (const auto next = array_.beside(tile, heading))
            add(*next, Transport::Neighbour, weights.neighbour);
}

}  // namespace xdnasim::placement
