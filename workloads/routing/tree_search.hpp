#pragma once
// Growth of the multicast tree of one flow: sink by sink, each by the cheapest path from any port
// of the tree so far (A*).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arch/routing_graph.hpp"
#include "workloads/routing/port_occupancy.hpp"
#include "workloads/routing/router.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::routing {

/// A port of a tree; `parent` is the index in the tree of the port that feeds it.
struct TreePort {
    static constexpr std::size_t kRoot = static_cast<std::size_t>(-1);

    arch::RoutingGraph::Vertex vertex = 0;
    std::size_t parent = kRoot;
};

/// A tree in which parents come before their children.
using Tree = std::vector<TreePort>;

/// The search reuses its working memory: a device has thousands of ports, and a search visits few
/// of them.
class TreeSearch {
 public:
    using Vertex = arch::RoutingGraph::Vertex;

    TreeSearch(const arch::RoutingGraph& graph, const RoutingCost& cost,
               const PortOccupancy& occupancy);

    /// Sets the flow and the round whose costs the following searches use. `way`: the hops that
    /// they may take; null: any.
    void start(std::size_t flow, int round, const Way* way = nullptr);

    /// Extends `tree` to `sink`. False, with `tree` unchanged, if no path leads there.
    [[nodiscard]] bool extend(Tree& tree, Vertex sink);

 private:
    struct Visit {
        std::uint64_t search = 0;  ///< number of the search that wrote the other members
        double cost = 0;
        Vertex from = 0;
        bool in_tree = false;
    };
    struct Candidate {
        double estimate = 0;  ///< lower bound of the cost of the whole path
        double cost = 0;      ///< cost of the path up to `vertex`
        Vertex vertex = 0;
    };

    static bool later(const Candidate& a, const Candidate& b);
    void reach(const Visit& visit, Vertex vertex, Vertex sink);
    void expand(const Candidate& candidate, Vertex sink);
    [[nodiscard]] bool may_step(Vertex from, Vertex to) const;
    void append_path(Tree& tree, Vertex sink);
    [[nodiscard]] double price(Vertex vertex) const;
    [[nodiscard]] double price_of_rules(Vertex from, Vertex next) const;
    [[nodiscard]] double distance(Vertex from, Vertex to) const;

    const arch::RoutingGraph& graph_;
    const RoutingCost& cost_;
    const PortOccupancy& occupancy_;
    double per_hop_;
    std::size_t flow_ = 0;
    int round_ = 0;
    const Way* way_ = nullptr;
    std::uint64_t search_ = 0;
    std::vector<Visit> visits_;     ///< indexed by vertex
    std::vector<Candidate> queue_;  ///< a heap
    std::vector<Vertex> path_;
};

// The explanation of a failed negotiation: the flows that are left over, and the exhausted ports.

/// Describes the shortage. `occupancy`: the state in which the negotiation of `trees` (one per
/// flow) gave up.
[[nodiscard]] std::string describe_shortage(std::span<const schedule::Flow> flows,
                                            std::span<const Tree> trees, PortOccupancy occupancy,
                                            const arch::RoutingGraph& graph);

}  // namespace xdnasim::routing
