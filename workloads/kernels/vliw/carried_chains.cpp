#include "workloads/kernels/vliw/carried_chains.hpp"

#include <algorithm>
#include <utility>

#include "workloads/kernels/vliw/indexing.hpp"

namespace xdnasim::vliw {
namespace {

/// Does the reader add to the register that it reads?
bool takes_over(const OperationGraph& graph, const Edge& edge) {
    const auto& read = at(graph.nodes, edge.from).result;
    const auto& written = at(graph.nodes, edge.to).result;
    if (edge.kind != Edge::Kind::Data || !read || !written) return false;
    return edge.from == edge.to || (read->file == arch::RegisterFile::Accumulator &&
                                    written->file == arch::RegisterFile::Accumulator);
}

/// Finds the way of a register through an iteration.
class ChainSearch {
 public:
    explicit ChainSearch(const OperationGraph& graph)
        : graph_{graph}, seen_(graph.nodes.size(), 0) {}

    /// Nodes from `first` to `last`, none if the register does not get there.
    std::vector<int> run(int first, int last) {
        if (first == last) return {first};
        if (std::exchange(at(seen_, first), char{1}) != 0) return {};
        for (const Edge& edge : graph_.edges) {
            if (edge.from != first || edge.distance > 0 || !takes_over(graph_, edge)) continue;
            std::vector<int> nodes = run(edge.to, last);
            if (nodes.empty()) continue;
            nodes.push_back(first);
            return nodes;
        }
        return {};
    }

 private:
    const OperationGraph& graph_;
    std::vector<char> seen_;
};

}  // namespace

CarriedChains carried_chains(const OperationGraph& graph) {
    CarriedChains chains{.on_chain = std::vector<char>(graph.nodes.size(), 0), .registers = {}};
    std::vector<int> distance(graph.nodes.size(), 0);
    for (const Edge& edge : graph.edges) {
        if (edge.distance == 0 || !takes_over(graph, edge)) continue;
        const auto nodes = ChainSearch{graph}.run(edge.to, edge.from);
        for (const int node : nodes)
            at(chains.on_chain, node) = 1;
        int& held = at(distance, edge.from);
        if (!nodes.empty()) held = std::max(held, edge.distance);
    }
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        if (const auto& use = graph.nodes[node].result)
            chains.registers[static_cast<std::size_t>(use->file)] += use->count * distance[node];
    }
    return chains;
}

}  // namespace xdnasim::vliw
