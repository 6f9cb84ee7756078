#include "workloads/routing/tree_search.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include <boost/range/iterator_range.hpp>

namespace xdnasim::routing {

TreeSearch::TreeSearch(const arch::RoutingGraph& graph, const RoutingCost& cost,
                       const PortOccupancy& occupancy)
    : graph_{graph},
      cost_{cost},
      occupancy_{occupancy},
      per_hop_{cost.lower_bound_per_hop()},
      visits_(boost::num_vertices(graph.graph())) {}

void TreeSearch::start(std::size_t flow, int round, const Way* way) {
    flow_ = flow;
    round_ = round;
    way_ = way;
}

bool TreeSearch::extend(Tree& tree, Vertex sink) {
    ++search_;
    queue_.clear();
    for (const TreePort& port : tree) {
        reach({.search = search_, .from = port.vertex, .in_tree = true}, port.vertex, sink);
    }
    while (!queue_.empty()) {
        std::ranges::pop_heap(queue_, later);
        const Candidate candidate = queue_.back();
        queue_.pop_back();
        if (candidate.vertex == sink) {
            append_path(tree, sink);
            return true;
        }
        // A cheaper path was found after this candidate was queued.
        if (candidate.cost > visits_[candidate.vertex].cost) continue;
        expand(candidate, sink);
    }
    return false;
}

/// Among equal estimates, the candidate nearer to the sink goes first, so that a free way is
/// followed straight; then the one with the lower port, so that results do not depend on the heap.
bool TreeSearch::later(const Candidate& a, const Candidate& b) {
    return std::tie(b.estimate, a.cost, b.vertex) < std::tie(a.estimate, b.cost, a.vertex);
}

void TreeSearch::reach(const Visit& visit, Vertex vertex, Vertex sink) {
    visits_[vertex] = visit;
    queue_.push_back({visit.cost + distance(vertex, sink), visit.cost, vertex});
    std::ranges::push_heap(queue_, later);
}

void TreeSearch::expand(const Candidate& candidate, Vertex sink) {
    const auto& graph = graph_.graph();
    for (const Vertex next :
         boost::make_iterator_range(boost::adjacent_vertices(candidate.vertex, graph))) {
        const bool dead_end = next != sink && boost::out_degree(next, graph) == 0;
        if (dead_end || !may_step(candidate.vertex, next)) continue;
        const double cost = candidate.cost + price(next) + price_of_rules(candidate.vertex, next);
        const Visit& seen = visits_[next];
        const bool cheaper =
            cost < (seen.search == search_ ? seen.cost : std::numeric_limits<double>::infinity());
        if (cheaper) reach({.search = search_, .cost = cost, .from = candidate.vertex}, next, sink);
    }
}

bool TreeSearch::may_step(Vertex from, Vertex to) const {
    if (way_ == nullptr) return true;
    const arch::Hop hop{graph_.port(from).tile, graph_.port(to).tile};
    return hop.from == hop.to || std::ranges::find(*way_, hop) != way_->end();
}

void TreeSearch::append_path(Tree& tree, Vertex sink) {
    path_.clear();
    Vertex vertex = sink;
    for (; !visits_[vertex].in_tree; vertex = visits_[vertex].from)
        path_.push_back(vertex);
    const auto fork = std::ranges::find(tree, vertex, &TreePort::vertex);
    auto parent = static_cast<std::size_t>(fork - tree.begin());
    std::ranges::reverse(path_);
    for (const Vertex on_path : path_) {
        tree.push_back({on_path, parent});
        parent = tree.size() - 1;
    }
}

double TreeSearch::price(Vertex vertex) const {
    return cost_.of(graph_.port(vertex),
                    {.overuse = occupancy_.overuse_with(vertex, flow_),
                     .beside = static_cast<int>(occupancy_.users(vertex).size()),
                     .history = occupancy_.history(vertex),
                     .round = round_});
}

/// Price of the match slots and arbiters that a flow needs if it goes on from `from` to `next`.
double TreeSearch::price_of_rules(Vertex from, Vertex next) const {
    const int missing = occupancy_.rules_missing_for(flow_, from, next);
    return per_hop_ * Congestion{.overuse = missing, .round = round_}.penalty();
}

double TreeSearch::distance(Vertex from, Vertex to) const {
    return per_hop_ * arch::distance(graph_.port(from).tile, graph_.port(to).tile);
}

}  // namespace xdnasim::routing
