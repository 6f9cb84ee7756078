#include <algorithm>
#include <limits>
#include <utility>

#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/property_map/function_property_map.hpp>

#include "workloads/placement/routes/resource_graph.hpp"

namespace xdnasim::placement {
namespace {

using Graph = ResourceGraph::Graph;
using Edge = boost::graph_traits<Graph>::edge_descriptor;

constexpr double kUnreached = std::numeric_limits<double>::infinity();

/// Selects the edges of one transport.
struct OfTransport {
    const Graph* graph = nullptr;
    Transport transport{};
    bool operator()(const Edge& edge) const { return (*graph)[edge].transport == transport; }
};

}  // namespace

TreeGrowth::TreeGrowth(const ResourceGraph& graph, const SegmentLoad& load)
    : graph_{graph},
      load_{load},
      distances_(boost::num_vertices(graph.graph())),
      predecessors_(boost::num_vertices(graph.graph())) {}

void TreeGrowth::find_paths(const std::vector<Vertex>& tree, Transport transport, Transport weight,
                            int round) {
    const Graph& graph = graph_.graph();
    const boost::filtered_graph ways{graph, OfTransport{&graph, transport}};
    const auto price = boost::make_function_property_map<Edge>([&](const Edge& edge) {
        const ResourceEdge& way = graph[edge];
        return way.cost + load_.penalty(*way.segment, weight, round);
    });
    const auto index = boost::get(boost::vertex_index, graph);
    boost::dijkstra_shortest_paths(
        ways, tree.begin(), tree.end(),
        boost::make_iterator_property_map(predecessors_.begin(), index),
        boost::make_iterator_property_map(distances_.begin(), index), price, index, std::less<>{},
        boost::closed_plus<double>{kUnreached}, kUnreached, 0.0, boost::default_dijkstra_visitor{});
}

bool TreeGrowth::append(GrownTree& grown, std::vector<Vertex>& tree, Vertex sink) const {
    if (distances_[sink] == kUnreached) return false;
    grown.cost += distances_[sink];
    std::vector<Vertex> path{sink};
    while (predecessors_[path.back()] != path.back())
        path.push_back(predecessors_[path.back()]);
    std::ranges::reverse(path);
    const Graph& graph = graph_.graph();
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        // There is at most one edge of a transport between two nodes.
        for (auto [edge, end] = boost::out_edges(path[i], graph); edge != end; ++edge)
            if (boost::target(*edge, graph) == path[i + 1] &&
                graph[*edge].transport == grown.transport)
                grown.segments.push_back(*graph[*edge].segment);
        const bool is_hop = graph_.kind(path[i]) == NodeKind::Switch &&
                            graph_.kind(path[i + 1]) == NodeKind::Switch;
        if (is_hop) grown.hops.push_back({graph_.tile(path[i]), graph_.tile(path[i + 1])});
        if (path[i + 1] != sink) tree.push_back(path[i + 1]);
    }
    return true;
}

GrownTree TreeGrowth::grow(arch::TileId source, std::vector<arch::TileId> sinks,
                           Transport transport, Transport weight, int round) {
    std::ranges::sort(sinks, {}, [&](arch::TileId sink) {
        return std::pair{distance(source, sink), sink};
    });
    GrownTree grown{transport, 0, {}, {}};
    std::vector<Vertex> tree{graph_.vertex(source, NodeKind::Source)};
    for (const arch::TileId sink : sinks) {
        find_paths(tree, transport, weight, round);
        if (!append(grown, tree, graph_.vertex(sink, NodeKind::Sink))) return {};
        // The way out of the DMA is used once; further branches leave at switches.
        std::erase(tree, graph_.vertex(source, NodeKind::Source));
    }
    return grown;
}

}  // namespace xdnasim::placement
