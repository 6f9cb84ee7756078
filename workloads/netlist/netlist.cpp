#include "workloads/netlist/netlist.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace xdnasim::netlist {

void RoomUse::add(const RoomUse& other, int times) {
    mm2s += times * other.mm2s;
    s2mm += times * other.s2mm;
    locks += times * other.locks;
    bds += times * other.bds;
    memory += other.memory * std::int64_t{times};
}

int away(const Tie& tie, arch::TileId from, arch::TileId to) {
    int least = std::numeric_limits<int>::max();
    for (const auto& [columns, rows] : tie.offsets)
        least = std::min(least, arch::distance({from.column + columns, from.row + rows}, to));
    return least;
}

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

NetId Link::whole() const {
    return kind == LinkKind::Join ? out.front() : in.front();
}

const std::vector<NetId>& Link::parts() const {
    return kind == LinkKind::Join ? in : out;
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
    return candidate.carrier == Carrier::Any && !candidate.is_multicast() &&
           kind(candidate.source) == arch::TileKind::CompTile &&
           kind(candidate.sinks.front()) == arch::TileKind::CompTile;
}

std::vector<arch::Bytes> held_objects(const Netlist& netlist) {
    constexpr std::int64_t kWordBytes = arch::kWord.count();
    std::vector<arch::Bytes> held;
    for (const Net& net : netlist.nets)
        held.push_back(arch::kWord * ((net.object.count() + kWordBytes - 1) / kWordBytes));
    // Links may follow each other: a whole grows with its parts, which may be wholes of other
    // links.
    for (std::size_t round = 0; round < netlist.links.size(); ++round)
        for (const Link& link : netlist.links) {
            arch::Bytes parts{};
            for (const NetId part : link.parts())
                parts += held[static_cast<std::size_t>(part)];
            arch::Bytes& whole = held[static_cast<std::size_t>(link.whole())];
            whole = std::max(whole, parts);
        }
    return held;
}

Netlist in_whole_words(Netlist netlist) {
    const std::vector<arch::Bytes> held = held_objects(netlist);
    for (std::size_t i = 0; i < held.size(); ++i)
        netlist.nets[i].object = held[i];
    return netlist;
}

std::string_view type_name(arch::TileKind kind) {
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
