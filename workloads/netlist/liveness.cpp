#include "workloads/netlist/liveness.hpp"

#include <algorithm>
#include <cstddef>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/depth_first_search.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace xdnasim::netlist {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;

/// An edge leads from a net to one that waits for its first object.
Graph waits_of(const Netlist& netlist) {
    Graph graph(netlist.nets.size());
    const auto add = [&](NetId before, NetId after) {
        if (netlist.net(after).initial_tokens == 0)
            boost::add_edge(static_cast<Vertex>(before), static_cast<Vertex>(after), graph);
    };
    std::vector<std::vector<NetId>> out(netlist.cores.size());
    for (NetId id = 0; id < netlist.net_count(); ++id)
        out[static_cast<std::size_t>(netlist.net(id).source)].push_back(id);
    for (NetId id = 0; id < netlist.net_count(); ++id)
        for (const CoreId sink : netlist.net(id).sinks)
            if (netlist.kind(sink) == arch::TileKind::CompTile)
                for (const NetId next : out[static_cast<std::size_t>(sink)])
                    add(id, next);
    for (const Link& link : netlist.links)
        for (const NetId in : link.in)
            for (const NetId next : link.out)
                add(in, next);
    return graph;
}

/// Notes the path from the root of the search to where it is, and the first cycle that closes.
class CycleFinder : public boost::default_dfs_visitor {
 public:
    CycleFinder(std::vector<Vertex>& path, std::vector<NetId>& cycle)
        : path_{&path}, cycle_{&cycle} {}

    void discover_vertex(Vertex vertex, const Graph& /*graph*/) { path_->push_back(vertex); }
    void finish_vertex(Vertex /*vertex*/, const Graph& /*graph*/) { path_->pop_back(); }
    template <class Edge>
    void back_edge(Edge edge, const Graph& graph) {
        if (!cycle_->empty()) return;
        const auto begin = std::ranges::find(*path_, boost::target(edge, graph));
        std::transform(begin, path_->end(), std::back_inserter(*cycle_),
                       [](Vertex vertex) { return static_cast<NetId>(vertex); });
    }

 private:
    std::vector<Vertex>* path_;  // the library copies its visitors
    std::vector<NetId>* cycle_;
};

}  // namespace

std::string Deadlock::text(const Netlist& netlist) const {
    constexpr std::size_t kShown = 12;
    std::vector<std::string> names;
    for (const NetId net : nets)
        names.push_back(netlist.core(netlist.net(net).source).name);
    names.push_back(names.front());
    const std::string way =
        names.size() <= kShown
            ? fmt::format("{}", fmt::join(names, " -> "))
            : fmt::format("{} -> ... -> {}",
                          fmt::join(names.begin(), names.begin() + kShown - 1, " -> "),
                          names.back());
    return fmt::format(
        "a deadlock: each core of the cycle {} waits for the one before it, and no net between "
        "them has initial tokens; allowed: cycles with initial tokens",
        way);
}

std::optional<Deadlock> find_deadlock(const Netlist& netlist) {
    const Graph graph = waits_of(netlist);
    std::vector<Vertex> path;
    Deadlock deadlock;
    boost::depth_first_search(graph, boost::visitor(CycleFinder{path, deadlock.nets}));
    if (deadlock.nets.empty()) return std::nullopt;
    return deadlock;
}

}  // namespace xdnasim::netlist
