#include <cstddef>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/depth_first_search.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/netlist/liveness.hpp"

namespace xdnasim::netlist {
namespace {

/// What a member of the graph needs of a net.
struct Need {
    NetId net = 0;
    bool for_room = false;
};

using RoomGraph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Need>;
using RoomVertex = boost::graph_traits<RoomGraph>::vertex_descriptor;
using RoomEdge = boost::graph_traits<RoomGraph>::edge_descriptor;

/// Graph of cores and of the transfers of nets. An edge leads to what a member waits for, if that
/// is not present from the start.
class Waiting {
 public:
    Waiting(const Netlist& netlist, const std::vector<bool>& is_shared)
        : netlist_{netlist}, graph_(netlist.cores.size() + netlist.nets.size()) {
        for (NetId id = 0; id < netlist.net_count(); ++id)
            if (is_shared[static_cast<std::size_t>(id)])
                add_shared(id);
            else
                add_stream(id);
        for (const Link& link : netlist.links)
            add_link(link);
    }

    [[nodiscard]] const RoomGraph& graph() const { return graph_; }
    [[nodiscard]] std::string who(RoomVertex vertex) const {
        if (vertex < netlist_.cores.size()) return netlist_.cores[vertex].name;
        return fmt::format("the DMA of net {}", vertex - netlist_.cores.size());
    }

 private:
    [[nodiscard]] static RoomVertex core(CoreId id) { return static_cast<RoomVertex>(id); }
    [[nodiscard]] RoomVertex mover(NetId id) const {
        return netlist_.cores.size() + static_cast<std::size_t>(id);
    }
    [[nodiscard]] bool fires(CoreId id) const {
        return netlist_.kind(id) == arch::TileKind::CompTile;
    }
    /// Adds the waits for `net`, which has `depth` buffers, `tokens` of them filled, from `from` to
    /// `to`.
    void add(RoomVertex from, RoomVertex to, NetId net, int depth, int tokens) {
        if (tokens == 0) boost::add_edge(to, from, Need{net, false}, graph_);
        if (tokens >= depth) boost::add_edge(from, to, Need{net, true}, graph_);
    }
    void add_shared(NetId id) {
        const Net& net = netlist_.net(id);
        add(core(net.source), core(net.sinks.front()), id, net.max_depth(), net.initial_tokens);
    }
    void add_stream(NetId id) {
        const Net& net = netlist_.net(id);
        if (fires(net.source))
            add(core(net.source), mover(id), id, net.depths.front(), net.initial_tokens);
        for (std::size_t i = 0; i < net.sinks.size(); ++i)
            if (fires(net.sinks[i])) add(mover(id), core(net.sinks[i]), id, net.sink_depth(i), 0);
    }
    void add_link(const Link& link) {
        const int depth = netlist_.link_depth(link);
        for (const NetId in : link.in)
            for (const NetId out : link.out)
                add(mover(in), mover(out), out, depth, netlist_.net(out).initial_tokens);
    }

    const Netlist& netlist_;
    RoomGraph graph_;
};

/// Records the first cycle that closes.
class BlockageFinder : public boost::default_dfs_visitor {
 public:
    BlockageFinder(std::vector<RoomEdge>& path, std::vector<RoomEdge>& cycle)
        : path_{&path}, cycle_{&cycle} {}

    void tree_edge(RoomEdge edge, const RoomGraph& /*graph*/) { path_->push_back(edge); }
    void finish_vertex(RoomVertex vertex, const RoomGraph& graph) {
        if (!path_->empty() && boost::target(path_->back(), graph) == vertex) path_->pop_back();
    }
    void back_edge(RoomEdge edge, const RoomGraph& graph) {
        if (!cycle_->empty()) return;
        const RoomVertex first = boost::target(edge, graph);
        auto begin = path_->begin();
        while (begin != path_->end() && boost::source(*begin, graph) != first)
            ++begin;
        cycle_->assign(begin, path_->end());
        cycle_->push_back(edge);
    }

 private:
    std::vector<RoomEdge>* path_;  // pointers, since the library copies its visitors
    std::vector<RoomEdge>* cycle_;
};

}  // namespace

std::string Blockage::text(const Netlist& netlist) const {
    constexpr std::size_t kShown = 8;
    std::vector<std::string> parts;
    for (const Wait& wait : waits) {
        if (parts.size() == kShown) {
            parts.push_back(fmt::format("and {} more", waits.size() - kShown));
            break;
        }
        parts.push_back(wait.for_room
                            ? fmt::format("{} waits for room in {}, which its initial tokens fill",
                                          wait.who, net_text(netlist, wait.net))
                            : fmt::format("{} waits for an object of {}", wait.who,
                                          net_text(netlist, wait.net)));
    }
    return fmt::format(
        "deadlock from the start: {}. Let a net on the cycle hold more objects than its initial "
        "tokens",
        fmt::join(parts, "; "));
}

std::optional<Blockage> find_blockage(const Netlist& netlist, const std::vector<bool>& is_shared) {
    const Waiting waiting{netlist, is_shared};
    std::vector<RoomEdge> path;
    std::vector<RoomEdge> cycle;
    boost::depth_first_search(waiting.graph(), boost::visitor(BlockageFinder{path, cycle}));
    if (cycle.empty()) return std::nullopt;
    Blockage blockage;
    for (const RoomEdge& edge : cycle) {
        const Need need = waiting.graph()[edge];
        blockage.waits.push_back(
            {need.net, need.for_room, waiting.who(boost::source(edge, waiting.graph()))});
    }
    return blockage;
}

}  // namespace xdnasim::netlist
