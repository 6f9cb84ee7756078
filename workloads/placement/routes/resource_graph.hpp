#pragma once
// The array as a graph for place and route: three nodes for each tile (the way out of its DMA, the
// way into its DMA, and its switch), and an edge for each way between nodes, with a capacity and a
// cost. It is coarser than the ports of arch::RoutingGraph: the channel of a link that a net uses
// is chosen later. It follows the authors' implementation of Yan et al. (FCCM 2026), whose array of
// 8 x 6 tiles has 144 nodes and 598 edges. For the negotiation of routes, this file also has the
// load of each segment and the growth of a net's cheapest tree, sink by sink.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <boost/graph/adjacency_list.hpp>

#include "workloads/placement/array.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

enum class NodeKind : std::uint8_t { Source, Sink, Switch };

/// Where packets may go: in Yan et al. between cores only; with mlir-aie, which can turn all
/// streams of a design into packets, everywhere.
enum class PacketArea : std::uint8_t { Cores, Array };

struct ResourceEdge {
    Transport transport{};
    double cost = 0;
    /// The segment whose capacity it uses; circuits and packets of a DMA or a link share one.
    /// nullopt: no limit.
    std::optional<std::size_t> segment{};
    arch::TileId buffer{};  ///< tile of the buffer, for a neighbour edge
};

class ResourceGraph {
 public:
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS,
                                        boost::no_property, ResourceEdge>;
    using Vertex = boost::graph_traits<Graph>::vertex_descriptor;

    ResourceGraph(const Array& array, PacketArea packets);

    [[nodiscard]] const Graph& graph() const { return graph_; }
    [[nodiscard]] Vertex vertex(arch::TileId tile, NodeKind kind) const;
    [[nodiscard]] arch::TileId tile(Vertex vertex) const;
    [[nodiscard]] NodeKind kind(Vertex vertex) const;
    [[nodiscard]] std::size_t segments() const { return capacities_.size(); }
    [[nodiscard]] int capacity(std::size_t segment) const { return capacities_[segment]; }
    [[nodiscard]] int packets_per_channel() const { return array_.packets_per_channel(); }

 private:
    void add_streams(arch::TileId tile);
    void add_memories(arch::TileId tile);
    /// Adds a segment of `channels` from one node to another, with an edge for circuits and, where
    /// packets may go, one for packets.
    void add_segment(Vertex from, Vertex to, int channels, bool with_packets);

    const Array& array_;
    PacketArea packets_;
    Graph graph_;
    std::vector<int> capacities_;  ///< indexed by segment
};

/// The load of all segments. A packet net weighs a part of a channel, so that turning the first
/// circuit into packets already shows as a gain of room. For whole channels the result is the same:
/// c circuits and p packet nets exceed a capacity exactly if c + p / 4 does (with four packet nets
/// per channel).
class SegmentLoad {
 public:
    explicit SegmentLoad(const ResourceGraph& graph)
        : graph_{graph}, streams_(graph.segments()), history_(graph.segments()) {}

    void add(std::size_t segment, Transport transport, int times) {
        Streams& streams = streams_[segment];
        (transport == Transport::Packet ? streams.packets : streams.circuits) += times;
    }
    [[nodiscard]] double excess(std::size_t segment) const { return excess_with(segment, 0); }
    /// Cost of a net on a segment beyond the edge's own cost: the present and the historical
    /// congestion of PathFinder. It is added to the edge's cost and not multiplied by it, so that
    /// the higher price of packets does not hide that they need less room.
    [[nodiscard]] double penalty(std::size_t segment, Transport transport, int round) const {
        constexpr double kFirstPenalty = 0.5;
        constexpr double kPenaltyGrowth = 1.5;
        const double over = excess_with(segment, weight(transport));
        return history_[segment] + over * kFirstPenalty * std::pow(kPenaltyGrowth, round);
    }
    /// Adds the present excess of each segment to its history. Returns whether there was any.
    bool close_round() {
        bool any = false;
        for (std::size_t segment = 0; segment < streams_.size(); ++segment) {
            const double over = excess(segment);
            history_[segment] += over;
            any = any || over > 0;
        }
        return any;
    }

 private:
    [[nodiscard]] double weight(Transport transport) const {
        return transport == Transport::Packet ? 1.0 / graph_.packets_per_channel() : 1.0;
    }
    [[nodiscard]] double excess_with(std::size_t segment, double more) const {
        const Streams& streams = streams_[segment];
        const double load = streams.circuits + streams.packets * weight(Transport::Packet) + more;
        return std::max(0.0, load - graph_.capacity(segment));
    }

    const ResourceGraph& graph_;
    std::vector<Streams> streams_;  ///< indexed by segment
    std::vector<double> history_;
};

/// A route for a net, and its cost under the present load.
struct GrownTree {
    Transport transport{};
    double cost = 0;
    std::vector<Hop> hops;
    std::vector<std::size_t> segments;  ///< each segment once

    [[nodiscard]] bool exists() const { return !segments.empty(); }
};

/// Search for the cheapest trees. It reuses its working memory from tree to tree.
class TreeGrowth {
 public:
    TreeGrowth(const ResourceGraph& graph, const SegmentLoad& load);

    /// Connects the nearest sink first, and each sink by the cheapest path from any node of the
    /// tree so far (Dijkstra with the whole tree as sources). The result does not exist() if edges
    /// of `transport` do not lead to a sink. `weight`: transport as which the net counts on a
    /// segment.
    [[nodiscard]] GrownTree grow(arch::TileId source, std::vector<arch::TileId> sinks,
                                 Transport transport, Transport weight, int round);

 private:
    using Vertex = ResourceGraph::Vertex;

    void find_paths(const std::vector<Vertex>& tree, Transport transport, Transport weight,
                    int round);
    [[nodiscard]] bool append(GrownTree& grown, std::vector<Vertex>& tree, Vertex sink) const;

    const ResourceGraph& graph_;
    const SegmentLoad& load_;
    std::vector<double> distances_;     ///< indexed by vertex: distance from the tree
    std::vector<Vertex> predecessors_;  ///< indexed by vertex
};

}  // namespace xdnasim::placement
