#include "workloads/placement/net_ends.hpp"

#include <algorithm>

namespace xdnasim::placement {

using arch::TileId;
using arch::TileKind;

std::vector<NetEnd> stream_ends(const Netlist& netlist, const Array& array, NetId id) {
    const Net& net = netlist.net(id);
    const auto is_linked = [&](CoreId core) {
        return std::ranges::any_of(netlist.links, [&](const netlist::Link& link) {
            const auto has = [&](const std::vector<NetId>& nets) {
                return std::ranges::find(nets, id) != nets.end();
            };
            return link.mem == core && (has(link.in) || has(link.out));
        });
    };
    const auto end = [&](CoreId core, int depth) {
        NetEnd made{core, {}};
        if (net.carrier != netlist::Carrier::Any) return made;
        const bool is_shim = netlist.kind(core) == TileKind::Shim;
        made.use.bds = is_shim ? 1 : depth;
        if (!is_shim && !is_linked(core)) {
            made.use.locks = array.locks_of(depth);
            made.use.memory = net.object * std::int64_t{depth};
        }
        return made;
    };
    const int channels = net.carrier == netlist::Carrier::Any ? 1 : 0;
    std::vector<NetEnd> ends{end(net.source, net.depths.front())};
    ends.front().use.mm2s = channels;
    for (std::size_t i = 0; i < net.sinks.size(); ++i) {
        ends.push_back(end(net.sinks[i], net.sink_depth(i)));
        ends.back().use.s2mm = channels;
    }
    return ends;
}

RoomUse shared_use(const Netlist& netlist, const Array& array, NetId id) {
    const Net& net = netlist.net(id);
    RoomUse use;
    use.locks = array.locks_of(net.max_depth());
    use.memory = net.object * std::int64_t{net.max_depth()};
    return use;
}

std::vector<RoomUse> core_uses(const Netlist& netlist, const Array& array) {
    // The sets of links depend neither on the places of the mem tiles nor on routes.
    std::vector<TileId> nowhere(netlist.cores.size(), array.tiles(TileKind::CompTile).front());
    const Solution solution{Placement{std::move(nowhere)}, Routes(netlist.nets.size())};
    const std::vector<BufferSet> buffers = buffers_of(netlist, array, solution);
    std::vector<RoomUse> uses;
    for (const netlist::Core& core : netlist.cores)
        uses.push_back(core.own);
    for (std::size_t i = 0; i < netlist.links.size(); ++i) {
        RoomUse& use = uses[static_cast<std::size_t>(netlist.links[i].mem)];
        use.memory += buffers[i].size();
        use.locks += buffers[i].locks;
    }
    return uses;
}

}  // namespace xdnasim::placement
