#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "workloads/placed/placed_mapping.hpp"

namespace xdnasim::placed {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using arch::TileKind;
using placement::Transport;
using schedule::Bd;

namespace {

/// What no part takes passes with the last one.
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

/// Ids are different where two nets meet in a tile.
void Mapping::number_packets() {
    std::map<TileId, std::set<int>> used;
    for (NetId id = 0; id < netlist_.net_count(); ++id) {
        if (transport(id) != Transport::Packet) continue;
        std::set<TileId> tiles{tile_of(netlist_.net(id).source)};
        for (const placement::Hop& hop : route_of(id).hops)
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
                "netlist", fmt::format("{} is one net too many in packets: there are ids for {} "
                                       "that meet in a tile",
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

std::vector<int> Mapping::names_of(NetId net) const {
    for (const CoreId sink : netlist_.net(net).sinks)
        if (const auto named = named_.find({net, sink}); named != named_.end())
            return named->second;
    return {};
}

Bd Mapping::sent(NetId net, int object, Bd bd) const {
    if (transport(net) != Transport::Packet) return bd;
    bd.packet = schedule::PacketHeader{.id = packet_ids_.at(net)};
    if (const std::vector<int> names = names_of(net); !names.empty())
        bd.packet->sink_bd = names[static_cast<std::size_t>(object) % names.size()];
    return bd;
}

/// The parts of an object have locks of their own, so that each net goes on at its own pace.
void Mapping::pass(const Link& link) {
    TileBuilder& at = tile(link.mem);
    const std::vector<LinkPart> parts = parts_of(netlist_, link);
    const NetId whole = whole_of(link);
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
    TileBuilder& at = tile(link.mem);
    const NetId whole = whole_of(link);
    std::vector<Bd> in;
    for (int object = 0; object < held.front().count(); ++object)
        for (std::size_t i = 0; i < parts.size(); ++i)
            in.push_back(handover(held[i].of(object + netlist_.net(parts[i].net).initial_tokens),
                                  parts[i].offset,
                                  length_in_whole(parts, i, netlist_.net(whole).object),
                                  held[i].free, held[i].filled));
    const int channel =
        at.take_channel(Direction::S2MM, static_cast<int>(in.size()), name_of(netlist_, whole));
    channels_[{whole, link.mem}] = channel;
    at.run_ring(Direction::S2MM, channel, std::move(in));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::vector<Bd> out;
        for (int object = 0; object < held[i].count(); ++object)
            out.push_back(sent(parts[i].net, object,
                               handover(held[i].of(object), parts[i].offset, parts[i].size,
                                        held[i].filled, held[i].free)));
        const int sender = at.take_channel(Direction::MM2S, static_cast<int>(out.size()),
                                           name_of(netlist_, parts[i].net));
        channels_[{parts[i].net, link.mem}] = sender;
        at.run_ring(Direction::MM2S, sender, std::move(out));
    }
}

void Mapping::join(const Link& link, const std::vector<LinkPart>& parts,
                   const std::vector<ObjectBuffers>& held) {
    TileBuilder& at = tile(link.mem);
    const NetId whole = whole_of(link);
    const int tokens = netlist_.net(whole).initial_tokens;
    std::vector<Bd> out;
    for (int object = 0; object < held.front().count(); ++object)
        for (std::size_t i = 0; i < parts.size(); ++i)
            out.push_back(sent(whole, object,
                               handover(held[i].of(object), parts[i].offset,
                                        length_in_whole(parts, i, netlist_.net(whole).object),
                                        held[i].filled, held[i].free)));
    const int channel =
        at.take_channel(Direction::MM2S, static_cast<int>(out.size()), name_of(netlist_, whole));
    channels_[{whole, link.mem}] = channel;
    at.run_ring(Direction::MM2S, channel, std::move(out));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::vector<Bd> in;
        for (int object = 0; object < held[i].count(); ++object)
            in.push_back(handover(held[i].of(object + tokens), parts[i].offset, parts[i].size,
                                  held[i].free, held[i].filled));
        const int taker = at.take_channel(Direction::S2MM, static_cast<int>(in.size()),
                                          name_of(netlist_, parts[i].net));
        channels_[{parts[i].net, link.mem}] = taker;
        at.run_ring(Direction::S2MM, taker, std::move(in));
    }
}

}  // namespace xdnasim::placed
