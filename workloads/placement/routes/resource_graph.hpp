#pragma once
// The array as place and route sees it: three nodes a tile (the way out of its DMA, the way into
// it, its switch), and an edge for each way between them, with a capacity and a cost. Coarser than
// the ports of arch::RoutingGraph: which channel of a link a net takes is left to later. After the
// authors' implementation of Yan et al. (FCCM 2026), whose array of 8 x 6 tiles has 144 nodes and
// 598 edges.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <boost/graph/adjacency_list.hpp>

#include "workloads/placement/array.hpp"
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
    [[nodiscard]] int packets_per_channel() const { return array_.choices().packets_per_channel; }

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

}  // namespace xdnasim::placement
