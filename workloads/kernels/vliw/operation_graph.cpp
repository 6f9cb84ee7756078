#include "workloads/kernels/vliw/operation_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace xdnasim::vliw {
namespace {

int read_cycle(const arch::Operation& reader, bool as_accumulator) {
    return as_accumulator ? reader.accumulator : reader.operand;
}

}  // namespace

int data_latency(const arch::Operation& producer, const arch::Operation& consumer,
                 bool as_accumulator) {
    const int forwarded = producer.forwards && as_accumulator ? 1 : 0;
    return producer.result - read_cycle(consumer, as_accumulator) + 1 - forwarded;
}

int memory_latency(const arch::Operation& first, const arch::Operation& second) {
    return first.memory - second.memory + 1;
}

int reuse_latency(const arch::Operation& reader, const arch::Operation& writer,
                  bool as_accumulator) {
    return read_cycle(reader, as_accumulator) - writer.result + 1;
}

namespace {

/// Number of dependences on a node that comes later in the order, or on the node itself.
template <typename Neighbours>
int against(const std::vector<int>& order, const Neighbours& neighbours) {
    std::vector<int> place(order.size());
    for (int i = 0; i < static_cast<int>(order.size()); ++i)
        at(place, at(order, i)) = i;
    int count = 0;
    for (const int node : order)
        count += static_cast<int>(
            std::ranges::count_if(neighbours(node), [&](const Dependence& dependence) {
                return at(place, dependence.node) >= at(place, node);
            }));
    return count;
}

/// Bellman-Ford. `order` should be the one in which paths most likely grow, which saves passes:
/// dependences along the order settle within one pass, so that a path takes one pass for each
/// dependence against it.
template <typename Neighbours>
LongestPaths longest_paths(const std::vector<int>& order, std::vector<int> min,
                           const Neighbours& neighbours) {
    const auto nodes = static_cast<int>(order.size());
    LongestPaths paths{.cycles = std::move(min), .on_cycle = {}};
    std::vector<int> next(order.size(), -1);
    const int passes = std::min(nodes, against(order, neighbours) + 1);
    int grown = -1;
    for (int pass = 0; pass <= passes; ++pass) {
        grown = -1;
        for (const int node : order) {
            for (const Dependence& dependence : neighbours(node)) {
                const int cycles = at(paths.cycles, dependence.node) + dependence.latency;
                if (cycles <= at(paths.cycles, node)) continue;
                at(paths.cycles, node) = cycles;
                at(next, node) = dependence.node;
                grown = node;
            }
        }
        if (grown < 0) return paths;
    }
    // A path that still grows leads into a cycle, after at most as many steps as there are nodes.
    for (int step = 0; step < nodes; ++step)
        grown = at(next, grown);
    paths.on_cycle = grown;
    return paths;
}

}  // namespace

Dependences::Dependences(const OperationGraph& graph, int ii)
    : before_(graph.nodes.size()), after_(graph.nodes.size()) {
    for (const Edge& edge : graph.edges) {
        if (ii == 0 && edge.distance > 0) continue;
        const int latency = edge.latency - ii * edge.distance;
        at(before_, edge.to).push_back({edge.from, latency});
        at(after_, edge.from).push_back({edge.to, latency});
    }
}

LongestPaths heads(const Dependences& dependences, std::vector<int> earliest) {
    std::vector<int> order(static_cast<std::size_t>(dependences.nodes()));
    std::iota(order.begin(), order.end(), 0);
    return longest_paths(order, std::move(earliest),
                         [&](int node) { return dependences.before(node); });
}

LongestPaths tails(const Dependences& dependences) {
    std::vector<int> order(static_cast<std::size_t>(dependences.nodes()));
    std::iota(order.rbegin(), order.rend(), 0);
    return longest_paths(order, std::vector<int>(order.size(), 0),
                         [&](int node) { return dependences.after(node); });
}

}  // namespace xdnasim::vliw
