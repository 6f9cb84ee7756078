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

/// Graph of waits: vertices are nets, then cores, then links, so that a core has only as many edges
/// as nets. A net without initial tokens waits for its source, and the source for its input nets.
class Waits {
 public:
    explicit Waits(const Netlist& netlist)
        : netlist_{netlist},
          graph_(netlist.nets.size() + netlist.cores.size() + netlist.links.size()) {
        for (NetId id = 0; id < netlist.net_count(); ++id)
            add_net(id);
        for (std::size_t i = 0; i < netlist.links.size(); ++i)
            add_link(netlist.links[i], netlist.nets.size() + netlist.cores.size() + i);
    }

    [[nodiscard]] const Graph& graph() const { return graph_; }
    [[nodiscard]] bool is_net(Vertex vertex) const { return vertex < netlist_.nets.size(); }

 private:
    [[nodiscard]] Vertex core(CoreId id) const {
        return netlist_.nets.size() + static_cast<std::size_t>(id);
    }
    void add_waiting(Vertex before, NetId after) {
        if (netlist_.net(after).initial_tokens == 0)
            boost::add_edge(before, static_cast<Vertex>(after), graph_);
    }
    void add_net(NetId id) {
        const Net& net = netlist_.net(id);
        const auto fires = [&](CoreId end) {
            return netlist_.kind(end) == arch::TileKind::CompTile;
        };
        if (fires(net.source)) add_waiting(core(net.source), id);
        for (const CoreId sink : net.sinks)
            if (fires(sink)) boost::add_edge(static_cast<Vertex>(id), core(sink), graph_);
    }
    void add_link(const Link& link, Vertex vertex) {
        for (const NetId net : link.in)
            boost::add_edge(static_cast<Vertex>(net), vertex, graph_);
        for (const NetId net : link.out)
            add_waiting(vertex, net);
    }

    const Netlist& netlist_;
    Graph graph_;
};

/// Records the path from the root of the search, and the nets of the first cycle that closes.
class CycleFinder : public boost::default_dfs_visitor {
 public:
    CycleFinder(const Waits& waits, std::vector<Vertex>& path, std::vector<NetId>& cycle)
        : waits_{&waits}, path_{&path}, cycle_{&cycle} {}

    void discover_vertex(Vertex vertex, const Graph& /*graph*/) { path_->push_back(vertex); }
    void finish_vertex(Vertex /*vertex*/, const Graph& /*graph*/) { path_->pop_back(); }
    template <class Edge>
    void back_edge(Edge edge, const Graph& graph) {
        if (!cycle_->empty()) return;
        const auto begin = std::ranges::find(*path_, boost::target(edge, graph));
        for (auto vertex = begin; vertex != path_->end(); ++vertex)
            if (waits_->is_net(*vertex)) cycle_->push_back(static_cast<NetId>(*vertex));
    }

 private:
    const Waits* waits_;  // pointers, since the library copies its visitors
    std::vector<Vertex>* path_;
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
        "deadlock: each core of the cycle {} waits for the one before it. Give a net of the cycle "
        "initial tokens",
        way);
}

std::optional<Deadlock> find_deadlock(const Netlist& netlist) {
    const Waits waits{netlist};
    std::vector<Vertex> path;
    Deadlock deadlock;
    boost::depth_first_search(waits.graph(),
                              boost::visitor(CycleFinder{waits, path, deadlock.nets}));
    if (deadlock.nets.empty()) return std::nullopt;
    return deadlock;
}

}  // namespace xdnasim::netlist
