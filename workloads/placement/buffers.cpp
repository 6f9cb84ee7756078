#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {
namespace {

using arch::TileId;

/// Ends of nets, as net and core, that use the buffers of a link.
std::set<std::pair<NetId, CoreId>> ends_in_links(const Netlist& netlist) {
    std::set<std::pair<NetId, CoreId>> ends;
    for (const netlist::Link& link : netlist.links) {
        for (const NetId net : link.in)
            ends.emplace(net, link.mem);
        for (const NetId net : link.out)
            ends.emplace(net, link.mem);
    }
    return ends;
}

BufferSet buffers_of_link(const Netlist& netlist, const Array& array, const netlist::Link& link,
                          TileId tile) {
    BufferSet set{.tile = tile, .net = link.whole()};
    set.object = netlist.net(set.net).object;
    set.objects = netlist.link_depth(link);
    set.locks =
        array.locks_of(set.objects) * static_cast<int>(std::max(link.in.size(), link.out.size()));
    return set;
}

/// Collects sets of buffers, and counts the bytes of each tile.
class BufferList {
 public:
    void add(BufferSet set) {
        bytes_[set.tile] += set.size();
        sets_.push_back(set);
    }
    /// Counts the bytes that cores have besides the sets.
    void add_own(const Netlist& netlist, const Placement& placement) {
        for (CoreId core = 0; core < netlist.core_count(); ++core)
            bytes_[placement.of(core)] += netlist.core(core).own.memory;
    }
    void add_links(const Netlist& netlist, const Array& array, const Placement& placement) {
        for (const netlist::Link& link : netlist.links)
            add(buffers_of_link(netlist, array, link, placement.of(link.mem)));
    }
    [[nodiscard]] arch::Bytes bytes(TileId tile) const {
        const auto at = bytes_.find(tile);
        return at == bytes_.end() ? arch::Bytes{} : at->second;
    }
    std::vector<BufferSet> take() && { return std::move(sets_); }

 private:
    std::vector<BufferSet> sets_;
    std::map<TileId, arch::Bytes> bytes_;
};

/// Adds the buffers of nets to a list.
class NetBuffers {
 public:
    NetBuffers(const Netlist& netlist, const Array& array, const Placement& placement,
               BufferList& list)
        : netlist_{netlist},
          array_{array},
          placement_{placement},
          list_{list},
          linked_{ends_in_links(netlist)} {}

    void add(NetId id, const NetRoute& route) {
        const Net& net = netlist_.net(id);
        if (!is_stream(route.transport)) {
            list_.add(
                {route.buffer, id, net.max_depth(), net.object, array_.locks_of(net.max_depth())});
            return;
        }
        if (net.carrier != netlist::Carrier::Any) return;
        add_end(id, net.source, net.depths.front());
        for (std::size_t i = 0; i < net.sinks.size(); ++i)
            add_end(id, net.sinks[i], net.sink_depth(i));
    }

 private:
    void add_end(NetId id, CoreId core, int depth) {
        const TileId tile = placement_.of(core);
        if (array_.kind(tile) == arch::TileKind::Shim || linked_.contains({id, core})) return;
        list_.add({tile, id, depth, netlist_.net(id).object, array_.locks_of(depth)});
    }

    const Netlist& netlist_;
    const Array& array_;
    const Placement& placement_;
    BufferList& list_;
    std::set<std::pair<NetId, CoreId>> linked_;
};

NetRoute share_where_possible(const Netlist& netlist, const Array& array,
                              const Placement& placement, NetId id, const BufferList& so_far) {
    if (!netlist.is_shareable(id)) return {};
    const Net& net = netlist.net(id);
    const TileId source = placement.of(net.source);
    const TileId sink = placement.of(net.sinks.front());
    const std::vector<TileId> memories = array.common_memories(source, sink);
    if (memories.empty()) return {};
    NetRoute route{source == sink ? Transport::OwnTile : Transport::Neighbour, {}, {}};
    route.buffer = memories.front();
    if (memories.size() > 1)
        route.buffer = so_far.bytes(sink) < so_far.bytes(source) ? sink : source;
    return route;
}

/// Use of each tile's memory, in whole words, and of its locks by the buffers of shared nets.
class BufferRoom {
 public:
    BufferRoom(const Netlist& netlist, const Array& array, const Solution& solution)
        : array_{array}, held_{held_objects(netlist)} {
        for (CoreId core = 0; core < netlist.core_count(); ++core)
            uses_[solution.placement.of(core)].add(netlist.core(core).own, 1);
        for (const BufferSet& set : buffers_of(netlist, array, solution))
            uses_[set.tile].add(use_of(set), 1);
    }
    [[nodiscard]] bool is_over(TileId tile) const { return is_over(tile, uses_.at(tile)); }
    [[nodiscard]] bool has_for(const BufferSet& set, TileId tile) const {
        netlist::RoomUse use = uses_.at(tile);
        use.add(use_of(set), 1);
        return !is_over(tile, use);
    }
    void move(const BufferSet& set, TileId to) {
        uses_[set.tile].add(use_of(set), -1);
        uses_[to].add(use_of(set), 1);
    }

 private:
    [[nodiscard]] netlist::RoomUse use_of(const BufferSet& set) const {
        const arch::Bytes held = held_[static_cast<std::size_t>(set.net)];
        return {.locks = set.locks, .memory = held * std::int64_t{set.objects}};
    }
    [[nodiscard]] bool is_over(TileId tile, const netlist::RoomUse& use) const {
        const Room& room = array_.room(tile);
        return use.memory > room.memory || use.locks > room.locks;
    }

    const Array& array_;
    std::vector<arch::Bytes> held_;  ///< indexed by net
    std::map<TileId, netlist::RoomUse> uses_;
};

/// Moves buffers between cores of a column from a tile that cannot hold them to the other tile if
/// that can. When each net was given its tile, the buffers of later nets were not yet known.
void relieve_full_tiles(const Netlist& netlist, const Array& array, Solution& solution) {
    BufferRoom room{netlist, array, solution};
    for (const BufferSet& set : buffers_of(netlist, array, solution)) {
        NetRoute& route = solution.routes[static_cast<std::size_t>(set.net)];
        if (route.transport != Transport::Neighbour || !room.is_over(set.tile)) continue;
        const Net& net = netlist.net(set.net);
        for (const TileId other : array.common_memories(solution.placement.of(net.source),
                                                        solution.placement.of(net.sinks.front())))
            if (other != route.buffer && room.has_for(set, other)) {
                room.move(set, other);
                route.buffer = other;
                break;
            }
    }
}

}  // namespace

std::vector<BufferSet> buffers_of(const Netlist& netlist, const Array& array,
                                  const Solution& solution) {
    BufferList list;
    list.add_links(netlist, array, solution.placement);
    NetBuffers nets{netlist, array, solution.placement, list};
    for (NetId id = 0; id < netlist.net_count(); ++id)
        nets.add(id, solution.routes[static_cast<std::size_t>(id)]);
    return std::move(list).take();
}

Routes share_neighbours(const Netlist& netlist, const Array& array, const Placement& placement) {
    Solution solution{placement, {}};
    BufferList list;
    list.add_own(netlist, placement);
    list.add_links(netlist, array, placement);
    NetBuffers nets{netlist, array, placement, list};
    for (NetId id = 0; id < netlist.net_count(); ++id) {
        solution.routes.push_back(share_where_possible(netlist, array, placement, id, list));
        nets.add(id, solution.routes.back());
    }
    relieve_full_tiles(netlist, array, solution);
    return std::move(solution.routes);
}

}  // namespace xdnasim::placement
