#pragma once
// The cheapest tree of a net through the resource graph, sink by sink.

#include <vector>

#include "workloads/placement/routes/resource_graph.hpp"
#include "workloads/placement/routes/segment_load.hpp"

namespace xdnasim::placement {

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
    /// nowhere.
    [[nodiscard]] GrownTree grow(arch::TileId source, std::vector<arch::TileId> sinks,
                                 Transport transport, int round);

 private:
    using Vertex = ResourceGraph::Vertex;

    void find_paths(const std::vector<Vertex>& tree, Transport transport, int round);
    [[nodiscard]] bool append(GrownTree& grown, std::vector<Vertex>& tree, Vertex sink) const;

    const ResourceGraph& graph_;
    const SegmentLoad& load_;
    std::vector<double> distances_;     ///< by vertex, from the tree
    std::vector<Vertex> predecessors_;  ///< by vertex
};

}  // namespace xdnasim::placement
