#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "workloads/placed/placed_mapping.hpp"

namespace xdnasim::placed {

using arch::Bytes;
using arch::TileId;
using arch::TileKind;
using placement::Transport;
using schedule::Bd;

namespace {

/// Bytes of a part in the whole object. Bytes that belong to no part pass with the last one.
Bytes length_in_whole(const std::vector<LinkPart>& parts, std::size_t part, Bytes whole) {
    return part + 1 == parts.size() ? whole - parts[part].offset : parts[part].size;
}

}  // namespace

std::string name_of(const Netlist& netlist, NetId id) {
    const Net& net = netlist.net(id);
    std::string name = fmt::format("net {} {} -> {}", id, netlist.core(net.source).name,
                                   netlist.core(net.sinks.front()).name);
    if (net.is_multicast()) name += fmt::format(" and {} more", net.sinks.size() - 1);
    return name;
}

Bd handover(schedule::BufferRef buffer, Bytes offset, Bytes length, schedule::LockRef from,
            schedule::LockRef to) {
    Bd bd;
    bd.buffer = buffer;
    bd.offset = offset;
    bd.length = length;
    bd.acquire = schedule::Acquire{from};
    bd.release = schedule::Release{to};
    return bd;
}

/// Assigns packet ids, which differ between nets that meet in a tile.
void Mapping::number_packets() {
    std::map<TileId, std::set<int>> used;
    for (NetId id = 0; id < netlist_.net_count(); ++id) {
        if (transport(id) != Transport::Packet) continue;
        std::set<TileId> tiles{tile_of(netlist_.net(id).source)};
        for (const arch::Hop& hop : route_of(id).hops)
            tiles.insert(hop.to);
        const auto is_taken = [&](int packet) {
            return std::ranges::any_of(tiles,
                                       [&](TileId tile) { return used[tile].contains(packet); });
        };
        int packet = 0;
        while (is_taken(packet))
            ++packet;
        if (packet > arch::kMaxPacketId)
            throw schedule::MappingError{
                "netlist", fmt::format("{} is one net too many in packets: there are ids for only "
                                       "{} nets that meet in a tile",
                                       net_text(netlist_, id), arch::kMaxPacketId + 1)};
        packet_ids_[id] = packet;
        for (const TileId tile : tiles)
            used[tile].insert(packet);
    }
}

void Mapping::hold_nets() {
    for (NetId id = 0; id < netlist_.net_count(); ++id) {
        const Net& net = netlist_.net(id);
        const std::string name = name_of(netlist_, id);
        const auto hold = [&](TileBuilder& at, const std::string& called, int depth, int tokens) {
            return at.guard(at.add_buffers(called, depth, net.object), called, tokens);
        };
        if (!is_stream(transport(id))) {
            const ObjectBuffers shared =
                hold(tiles_.at(route_of(id).buffer), name, net.max_depth(), net.initial_tokens);
            held_[{id, net.source}] = shared;
            held_[{id, net.sinks.front()}] = shared;
            continue;
        }
        if (netlist_.kind(net.source) == TileKind::CompTile)
            held_[{id, net.source}] =
                hold(tile(net.source), name + " out", net.depths.front(), net.initial_tokens);
        for (std::size_t i = 0; i < net.sinks.size(); ++i)
            if (netlist_.kind(net.sinks[i]) == TileKind::CompTile)
                held_[{id, net.sinks[i]}] =
                    hold(tile(net.sinks[i]), name + " in", net.sink_depth(i), 0);
    }
}

/// Adds the buffers of a link. The parts of an object have locks of their own, so that each net
/// advances at its own pace.
void Mapping::pass(const Link& link) {
    TileBuilder& at = tile(link.mem);
    const std::vector<LinkPart> parts = parts_of(netlist_, link);
    const NetId whole = link.whole();
    const auto buffers = at.add_buffers(name_of(netlist_, whole), netlist_.link_depth(link),
                                        netlist_.net(whole).object);
    std::vector<ObjectBuffers> held;
    for (const LinkPart& part : parts) {
        const NetId out = link.kind == netlist::LinkKind::Join ? whole : part.net;
        held.push_back(
            at.guard(buffers, name_of(netlist_, part.net), netlist_.net(out).initial_tokens));
    }
    if (link.kind == netlist::LinkKind::Join)
        join(link, parts, held);
    else
        distribute(link, parts, held);
}

void Mapping::distribute(const Link& link, const std::vector<LinkPart>& parts,
                         const std::vector<ObjectBuffers>& held) {
    const NetId whole = link.whole();
    const Bytes object = netlist_.net(whole).object;
    std::vector<int> tokens;
    for (const LinkPart& part : parts)
        tokens.push_back(netlist_.net(part.net).initial_tokens);
    mem_takes_[tile_of(link.mem)].push_back(
        {whole, link.mem, held.front().count(), [parts, held, tokens, object](int number) {
             std::vector<Bd> bds;
             for (std::size_t i = 0; i < parts.size(); ++i)
                 bds.push_back(handover(held[i].of(number + tokens[i]), parts[i].offset,
                                        length_in_whole(parts, i, object), held[i].free,
                                        held[i].filled));
             return bds;
         }});
    for (std::size_t i = 0; i < parts.size(); ++i)
        mem_sends_[tile_of(link.mem)].push_back(
            {parts[i].net, link.mem, held[i].count(), [part = parts[i], at = held[i]](int number) {
                 return std::vector{
                     handover(at.of(number), part.offset, part.size, at.filled, at.free)};
             }});
}

void Mapping::join(const Link& link, const std::vector<LinkPart>& parts,
                   const std::vector<ObjectBuffers>& held) {
    const NetId whole = link.whole();
    const Bytes object = netlist_.net(whole).object;
    const int tokens = netlist_.net(whole).initial_tokens;
    mem_sends_[tile_of(link.mem)].push_back(
        {whole, link.mem, held.front().count(), [parts, held, object](int number) {
             std::vector<Bd> bds;
             for (std::size_t i = 0; i < parts.size(); ++i)
                 bds.push_back(handover(held[i].of(number), parts[i].offset,
                                        length_in_whole(parts, i, object), held[i].filled,
                                        held[i].free));
             return bds;
         }});
    for (std::size_t i = 0; i < parts.size(); ++i)
        mem_takes_[tile_of(link.mem)].push_back(
            {parts[i].net, link.mem, held[i].count(),
             [part = parts[i], at = held[i], tokens](int number) {
                 return std::vector{
                     handover(at.of(number + tokens), part.offset, part.size, at.free, at.filled)};
             }});
}

}  // namespace xdnasim::placed
