#include "workloads/netlist/netlist.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace xdnasim::netlist {

int Net::max_depth() const {
    return *std::ranges::max_element(depths);
}

std::string to_string(LinkKind kind) {
    switch (kind) {
        case LinkKind::Copy:
            return "copy";
        case LinkKind::Distribute:
            return "distribute";
        case LinkKind::Join:
            break;
    }
    return "join";
}

int Netlist::count(arch::TileKind kind) const {
    return static_cast<int>(std::ranges::count(cores, kind, &Core::kind));
}

int Netlist::link_depth(const Link& link) const {
    int depth = 0;
    for (const NetId id : link.in) {
        const Net& in = net(id);
        const auto at = std::ranges::find(in.sinks, link.mem) - in.sinks.begin();
        depth = std::max(depth, in.sink_depth(static_cast<std::size_t>(at)));
    }
    for (const NetId id : link.out)
        depth = std::max(depth, net(id).depths.front());
    return depth;
}

bool Netlist::is_shareable(NetId id) const {
    const Net& candidate = net(id);
    return !candidate.is_multicast() && kind(candidate.source) == arch::TileKind::CompTile &&
           kind(candidate.sinks.front()) == arch::TileKind::CompTile;
}

std::string type_name(arch::TileKind kind) {
    switch (kind) {
        case arch::TileKind::Shim:
            return "SHIM";
        case arch::TileKind::MemTile:
            return "MEM";
        case arch::TileKind::CompTile:
            break;
    }
    return "COMP";
}

std::string core_text(const Netlist& netlist, CoreId core) {
    return fmt::format("core {} '{}'", core, netlist.core(core).name);
}

std::string net_text(const Netlist& netlist, NetId net) {
    const Net& named = netlist.net(net);
    const std::string more =
        named.is_multicast() ? fmt::format(" and {} more", named.sinks.size() - 1) : "";
    return fmt::format("net {} ({} to {}{})", net, core_text(netlist, named.source),
                       core_text(netlist, named.sinks.front()), more);
}

}  // namespace xdnasim::netlist
