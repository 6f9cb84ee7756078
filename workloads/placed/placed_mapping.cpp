// From a netlist on its tiles to the program of the array.

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "workloads/placed/placed_parts.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::placed {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using arch::TileKind;
using placement::Transport;
using schedule::Bd;

namespace {

using NetEnd = std::pair<NetId, CoreId>;

/// Firings of a core until each of its nets is at its first buffer again: so long is its program.
constexpr std::int64_t kMaxRound = 720;

/// "k0_0 -> k0_1"
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

class Mapping {
 public:
    Mapping(const PlacedDesign& design, const arch::Device& device)
        : design_{design},
          netlist_{design.netlist},
          device_{device},
          nets_{nets_by_core(design.netlist)},
          ends_{host_ends(design.netlist)} {
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            tiles_.try_emplace(tile_of(core), device, tile_of(core));
    }

    schedule::Schedule run() && {
        number_packets();
        hold_nets();
        for (const Link& link : netlist_.links)
            pass(link);
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            if (netlist_.kind(core) == TileKind::CompTile) program(core);
        add_host();
        add_flows();
        for (auto& [tile, builder] : tiles_)
            schedule_.tiles.push_back(std::move(builder).finish());
        route();
        return std::move(schedule_);
    }

 private:
    [[nodiscard]] TileId tile_of(CoreId core) const { return design_.solution.placement.of(core); }
    [[nodiscard]] TileBuilder& tile(CoreId core) { return tiles_.at(tile_of(core)); }
    [[nodiscard]] const placement::NetRoute& route_of(NetId net) const {
        return design_.solution.routes[static_cast<std::size_t>(net)];
    }
    [[nodiscard]] Transport transport(NetId net) const { return route_of(net).transport; }
    [[nodiscard]] int depth_at(NetId id, CoreId sink) const {
        const Net& net = netlist_.net(id);
        const auto at = std::ranges::find(net.sinks, sink);
        return net.sink_depth(static_cast<std::size_t>(at - net.sinks.begin()));
    }

    // ---- What a net is held in.

    void number_packets();
    void hold_nets();
    void pass(const Link& link);
    void distribute(const Link& link, const std::vector<LinkPart>& parts,
                    const std::vector<ObjectBuffers>& held);
    void join(const Link& link, const std::vector<LinkPart>& parts,
              const std::vector<ObjectBuffers>& held);

    // ---- The DMA channels and the program of a core.

    void program(CoreId core);
    [[nodiscard]] schedule::CoreBody body_of(CoreId core, schedule::KernelRef kernel) const;
    void take(CoreId core, const std::vector<NetId>& nets);
    void take_in_order(CoreId core, NetId net);
    void take_by_name(CoreId core, const std::vector<NetId>& nets);
    void send(CoreId core, const std::vector<NetId>& nets);
    void send_in_turn(CoreId core, std::vector<NetId> nets);

    /// `nets` in packets dealt out to the channels that circuits leave.
    [[nodiscard]] std::vector<std::vector<NetId>> dealt(const std::vector<NetId>& nets,
                                                        int channels) const;

    // ---- The host, and the streams.

    void add_host();
    void add_flows();
    void route();

    const PlacedDesign& design_;
    const Netlist& netlist_;
    const arch::Device& device_;
    std::vector<CoreNets> nets_;
    std::vector<HostEnd> ends_;
    std::map<TileId, TileBuilder> tiles_;
    std::map<NetEnd, ObjectBuffers> held_;      ///< by net and core; of a shared net the same twice
    std::map<NetEnd, int> channels_;            ///< MM2S at a net's source, S2MM at its sinks
    std::map<NetEnd, std::vector<int>> named_;  ///< BDs at a sink that packets of the net name
    std::map<NetId, int> packet_ids_;
    schedule::Schedule schedule_;
};

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

/// The parts of an object have locks of their own, so that each net goes on at its own pace.
void Mapping::pass(const Link& link) {
    TileBuilder& at = tile(link.mem);
    const std::vector<LinkPart> parts = parts_of(netlist_, link);
    int depth = 0;
    for (const NetId id : link.in)
        depth = std::max(depth, depth_at(id, link.mem));
    for (const NetId id : link.out)
        depth = std::max(depth, netlist_.net(id).depths.front());
    const NetId whole = whole_of(link);
    const auto buffers =
        at.add_buffers(name_of(netlist_, whole), depth, netlist_.net(whole).object);
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

/// What no part takes passes with the last one.
Bytes length_in_whole(const std::vector<LinkPart>& parts, std::size_t part, Bytes whole) {
    return part + 1 == parts.size() ? whole - parts[part].offset : parts[part].size;
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
            out.push_back(handover(held[i].of(object), parts[i].offset, parts[i].size,
                                   held[i].filled, held[i].free));
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
            out.push_back(handover(held[i].of(object), parts[i].offset,
                                   length_in_whole(parts, i, netlist_.net(whole).object),
                                   held[i].filled, held[i].free));
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

void Mapping::program(CoreId core) {
    const CoreNets& nets = nets_[static_cast<std::size_t>(core)];
    kernels::Firing firing{{}, {}, core};
    for (const NetId id : nets.in)
        firing.inputs.push_back(netlist_.net(id).object);
    for (const NetId id : nets.out)
        firing.outputs.push_back(netlist_.net(id).object);
    const schedule::KernelRef kernel{static_cast<int>(schedule_.kernels.size())};
    schedule_.kernels.push_back(
        {netlist_.core(core).name, std::move(firing), design_.cycles_of(core), true});
    tile(core).set_core(body_of(core, kernel));
    take(core, nets.in);
}

schedule::CoreBody Mapping::body_of(CoreId core, schedule::KernelRef kernel) const {
    const CoreNets& nets = nets_[static_cast<std::size_t>(core)];
    std::int64_t round = 1;
    for (const auto* list : {&nets.in, &nets.out})
        for (const NetId id : *list)
            round = std::lcm(round, std::int64_t{held_.at({id, core}).count()});
    if (round > kMaxRound)
        throw schedule::MappingError{
            "netlist", fmt::format("{}: the depths of its nets make a program of {} firings, until "
                                   "each is at its first buffer again; at most {}; allowed: depths "
                                   "with common multiples",
                                   core_text(netlist_, core), round, kMaxRound)};
    schedule::CoreBody body;
    for (std::int64_t firing = 0; firing < round; ++firing) {
        schedule::Call call{kernel, {}};
        schedule::CoreBody releases;
        const auto use = [&](NetId id, std::int64_t object, bool is_input) {
            const ObjectBuffers& held = held_.at({id, core});
            body.push_back({schedule::Acquire{is_input ? held.filled : held.free}});
            call.arguments.push_back({held.of(object), Bytes{}, netlist_.net(id).object});
            releases.push_back({schedule::Release{is_input ? held.free : held.filled}});
        };
        for (const NetId id : nets.in)
            use(id, firing, true);
        for (const NetId id : nets.out)
            use(id, firing + netlist_.net(id).initial_tokens, false);
        call.arguments.push_back({{tile_of(core), 0}, Bytes{}, kernels::kFiringCounter});
        body.push_back({std::move(call)});
        body.insert(body.end(), releases.begin(), releases.end());
    }
    return {{schedule::Loop{std::nullopt, std::move(body)}}};
}

std::vector<std::vector<NetId>> Mapping::dealt(const std::vector<NetId>& nets, int channels) const {
    std::vector<NetId> packets;
    for (const NetId id : nets) {
        if (transport(id) == Transport::Circuit) --channels;
        if (transport(id) == Transport::Packet) packets.push_back(id);
    }
    std::vector<std::vector<NetId>> hands(
        std::min(packets.size(), static_cast<std::size_t>(std::max(channels, 1))));
    for (std::size_t i = 0; i < packets.size(); ++i)
        hands[i % hands.size()].push_back(packets[i]);
    return hands;
}

void Mapping::take(CoreId core, const std::vector<NetId>& nets) {
    for (const NetId id : nets)
        if (transport(id) == Transport::Circuit) take_in_order(core, id);
    for (const std::vector<NetId>& hand : dealt(nets, device_.comp_tile.dma.s2mm_channels)) {
        if (hand.size() == 1)
            take_in_order(core, hand.front());
        else
            take_by_name(core, hand);
    }
}

void Mapping::take_in_order(CoreId core, NetId net) {
    TileBuilder& at = tile(core);
    const ObjectBuffers& held = held_.at({net, core});
    std::vector<Bd> bds;
    for (int object = 0; object < held.count(); ++object)
        bds.push_back(
            handover(held.of(object), Bytes{}, netlist_.net(net).object, held.free, held.filled));
    const int channel = at.take_channel(Direction::S2MM, held.count(), name_of(netlist_, net));
    channels_[{net, core}] = channel;
    at.run_ring(Direction::S2MM, channel, std::move(bds));
}

/// Packets of several cores come in any order, so each says into which buffer it goes.
void Mapping::take_by_name(CoreId core, const std::vector<NetId>& nets) {
    TileBuilder& at = tile(core);
    std::vector<Bd> bds;
    for (const NetId id : nets) {
        const ObjectBuffers& held = held_.at({id, core});
        for (int object = 0; object < held.count(); ++object)
            bds.push_back(handover(held.of(object), Bytes{}, netlist_.net(id).object, held.free,
                                   held.filled));
    }
    const int channel = at.take_channel(Direction::S2MM, static_cast<int>(bds.size()),
                                        name_of(netlist_, nets.front()));
    const std::vector<int> ids = at.run_out_of_order(channel, std::move(bds));
    auto next = ids.begin();
    for (const NetId id : nets) {
        channels_[{id, core}] = channel;
        const int count = held_.at({id, core}).count();
        named_[{id, core}] = {next, next + count};
        next += count;
    }
}

void Mapping::send(CoreId core, const std::vector<NetId>& nets) {
    for (const NetId id : nets)
        if (transport(id) == Transport::Circuit) send_in_turn(core, {id});
    for (const std::vector<NetId>& hand : dealt(nets, device_.comp_tile.dma.mm2s_channels))
        send_in_turn(core, hand);
}

/// One object of each net after the other; a net whose objects are there from the start goes first.
void Mapping::send_in_turn(CoreId core, std::vector<NetId> nets) {
    TileBuilder& at = tile(core);
    std::ranges::stable_sort(nets, std::ranges::greater{},
                             [&](NetId id) { return netlist_.net(id).initial_tokens; });
    const auto named = [&](NetId id) { return named_.find({id, netlist_.net(id).sinks.front()}); };
    int rounds = 1;
    for (const NetId id : nets) {
        rounds = std::lcm(rounds, held_.at({id, core}).count());
        if (const auto of_sink = named(id); of_sink != named_.end())
            rounds = std::lcm(rounds, static_cast<int>(of_sink->second.size()));
    }
    std::vector<Bd> bds;
    for (int object = 0; object < rounds; ++object)
        for (const NetId id : nets) {
            const ObjectBuffers& held = held_.at({id, core});
            Bd bd =
                handover(held.of(object), Bytes{}, netlist_.net(id).object, held.filled, held.free);
            if (transport(id) == Transport::Packet) {
                bd.packet = schedule::PacketHeader{.id = packet_ids_.at(id)};
                if (const auto of_sink = named(id); of_sink != named_.end())
                    bd.packet->sink_bd =
                        of_sink->second[static_cast<std::size_t>(object) % of_sink->second.size()];
            }
            bds.push_back(std::move(bd));
        }
    const int channel = at.take_channel(Direction::MM2S, static_cast<int>(bds.size()),
                                        name_of(netlist_, nets.front()));
    for (const NetId id : nets)
        channels_[{id, core}] = channel;
    at.run_ring(Direction::MM2S, channel, std::move(bds));
}

/// All objects of a net in one task; the outputs' tokens say that all are back.
void Mapping::add_host() {
    std::vector<schedule::SequenceOp> pushes;
    std::vector<schedule::SequenceOp> waits;
    std::map<TileId, int> bds;
    const auto push = [&](std::size_t index) {
        const HostEnd& end = ends_[index];
        const TileId shim = tile_of(end.shim);
        const Direction direction = end.is_input ? Direction::MM2S : Direction::S2MM;
        const int channel = tile(end.shim).take_channel(direction, 1, name_of(netlist_, end.net));
        channels_[{end.net, end.shim}] = channel;
        Bd bd;
        bd.buffer = schedule::HostBufferRef{static_cast<int>(index)};
        bd.length = schedule_.host_buffers[index].size;
        const int id = bds[shim]++;
        pushes.push_back({schedule::WriteBd{shim, std::move(bd), {id, {}}, {}}});
        pushes.push_back(
            {schedule::PushTask{shim, direction, channel, {id, {}}, 0, !end.is_input}});
        if (!end.is_input) waits.push_back({schedule::AwaitToken{shim, direction, channel}});
    };
    const Bytes max = device_.shim_tile.dma.bd.max_length();
    for (const HostEnd& end : ends_) {
        if (const std::int64_t most = max / netlist_.net(end.net).object; most < design_.firings)
            throw schedule::MappingError{
                "netlist.firings",
                fmt::format("{} objects of {} are more bytes than the {} that a BD of a shim "
                            "moves; allowed: at most {}",
                            design_.firings, net_text(netlist_, end.net), max.count(), most)};
        schedule_.host_buffers.push_back(
            {fmt::format("{} of {}", end.is_input ? "input" : "output", name_of(netlist_, end.net)),
             netlist_.net(end.net).object * design_.firings});
    }
    for (const bool inputs : {false, true})
        for (std::size_t i = 0; i < ends_.size(); ++i)
            if (ends_[i].is_input == inputs) push(i);
    schedule_.sequence = std::move(pushes);
    schedule_.sequence.insert(schedule_.sequence.end(), waits.begin(), waits.end());
}

void Mapping::add_flows() {
    for (CoreId core = 0; core < netlist_.core_count(); ++core)
        if (netlist_.kind(core) == TileKind::CompTile)
            send(core, nets_[static_cast<std::size_t>(core)].out);
    for (NetId id = 0; id < netlist_.net_count(); ++id) {
        if (!is_stream(transport(id))) continue;
        const Net& net = netlist_.net(id);
        schedule::Flow flow;
        flow.name = name_of(netlist_, id);
        flow.source =
            arch::dma_port(tile_of(net.source), Direction::MM2S, channels_.at({id, net.source}));
        for (const CoreId sink : net.sinks)
            flow.sinks.push_back(
                arch::dma_port(tile_of(sink), Direction::S2MM, channels_.at({id, sink})));
        if (transport(id) == Transport::Packet) {
            flow.mode = schedule::FlowMode::Packet;
            flow.packet_id = packet_ids_.at(id);
        }
        schedule_.flows.push_back(std::move(flow));
    }
}

void Mapping::route() {
    std::vector<routing::Way> ways;
    for (NetId id = 0; id < netlist_.net_count(); ++id) {
        if (!is_stream(transport(id))) continue;
        routing::Way& way = ways.emplace_back();
        for (const placement::Hop& hop : route_of(id).hops)
            way.push_back({hop.from, hop.to});
    }
    schedule_.routes =
        routing::route(schedule_.flows, arch::RoutingGraph{device_}, routing::HopCost{}, {}, ways);
}

}  // namespace

schedule::Schedule program_of(const PlacedDesign& design, const arch::Device& device) {
    return Mapping{design, device}.run();
}

}  // namespace xdnasim::placed
