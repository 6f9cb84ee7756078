#pragma once
// The array as place and route sees it: three nodes a tile (the way out of its DMA, the way into
// it, its switch), and an edge for each way between them, with a capacity and a cost. Coarser than
// the ports of arch::RoutingGraph: which channel of a link a net takes is left to later. After the
// authors' implementation of Yan et al. (FCCM 2026), whose array of 8 x 6 tiles has 144 nodes and
// 598 edges. On it, while routes are negotiated: which nets take which segments, and the cheapest
// tree of a net, sink by sink.

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

/// Where packets may go. Yan et al. have them between cores only; mlir-aie, which can make all
/// streams of a design packets, has them everywhere.
enum class PacketArea : std::uint8_t { Cores, Array };

struct ResourceEdge {
    Transport transport{};
    double cost = 0;
    /// What holds it: circuits and packets of a DMA or a link share one. None: it holds any number.
    std::optional<std::size_t> segment{};
    arch::TileId buffer{};  ///< of a neighbour edge: the memory
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
    /// A segment of `channels` from one node to another, for circuits and where they go for
    /// packets.
    void add_segment(Vertex from, Vertex to, int channels, bool with_packets);

    const Array& array_;
    PacketArea packets_;
    Graph graph_;
    std::vector<int> capacities_;  ///< by segment
};

/// Packets weigh a part of a channel, so that the first net that turns from a circuit into packets
/// is seen to make room for others. For whole channels this says the same: c circuits and p nets in
/// packets are over a capacity exactly when c + p / 4 is.
class SegmentLoad {
 public:
    explicit SegmentLoad(const ResourceGraph& graph)
        : graph_{graph}, streams_(graph.segments()), history_(graph.segments()) {}

    void add(std::size_t segment, Transport transport, int times) {
        Streams& streams = streams_[segment];
        (transport == Transport::Packet ? streams.packets : streams.circuits) += times;
    }
    [[nodiscard]] double excess(std::size_t segment) const { return excess_with(segment, 0); }
    /// What a net costs there beyond an edge's own cost: PathFinder's present and historical
    /// congestion. Added to that cost, not multiplied by it: a packet that takes less room must not
    /// seem dear because packets are.
    [[nodiscard]] double penalty(std::size_t segment, Transport transport, int round) const {
        constexpr double kFirstPenalty = 0.5;
        constexpr double kPenaltyGrowth = 1.5;
        const double over = excess_with(segment, weight(transport));
        return history_[segment] + over * kFirstPenalty * std::pow(kPenaltyGrowth, round);
    }
    /// Adds the excess of now to the history; was there any?
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
    std::vector<Streams> streams_;  ///< by segment
    std::vector<double> history_;
};

/// A way for a net, and what it costs as the load is.
struct GrownTree {
    Transport transport{};
    double cost = 0;
    std::vector<Hop> hops;
    std::vector<std::size_t> segments;  ///< each once

    [[nodiscard]] bool exists() const { return !segments.empty(); }
};

/// Keeps its working memory between trees.
class TreeGrowth {
 public:
    TreeGrowth(const ResourceGraph& graph, const SegmentLoad& load);

    /// The nearest sink first, each by the cheapest path from anywhere in the tree so far:
    /// Dijkstra, with the tree as its sources. Does not exist() where edges of this transport lead
    /// nowhere. `weight`: as what it counts on a segment.
    [[nodiscard]] GrownTree grow(arch::TileId source, std::vector<arch::TileId> sinks,
                                 Transport transport, Transport weight, int round);

 private:
    using Vertex = ResourceGraph::Vertex;

    void find_paths(const std::vector<Vertex>& tree, Transport transport, Transport weight,
                    int round);
    [[nodiscard]] bool append(GrownTree& grown, std::vector<Vertex>& tree, Vertex sink) const;

    const ResourceGraph& graph_;
    const SegmentLoad& load_;
    std::vector<double> distances_;     ///< by vertex, from the tree
    std::vector<Vertex> predecessors_;  ///< by vertex
};

}  // namespace xdnasim::placement
