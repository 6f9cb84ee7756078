#include "workloads/placed/placed_mapping.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "workloads/placed/host_tasks.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::placed {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using arch::TileKind;
using placement::Transport;

/// The turns of a channel: one object of each net in turn, until the BDs that headers name repeat.
PacketTask Mapping::in_turn(const std::vector<Stream>& hand) {
    const TileId shim = tile_of(hand.front().core);
    PacketTask task{.shim = shim, .objects = design_.firings};
    task.channel =
        tiles_.at(shim).take_channel(Direction::MM2S, 1, name_of(netlist_, hand.front().net));
    for (const Stream& stream : hand) {
        const auto names = static_cast<int>(names_of(stream.net).size());
        task.turn_objects = std::lcm(task.turn_objects, std::max(names, 1));
    }
    for (int object = 0; object < task.turn_objects; ++object)
        for (const Stream& stream : hand) {
            const auto end = std::ranges::find_if(ends_, [&](const HostEnd& each) {
                return each.is_input && each.net == stream.net;
            });
            task.turn.push_back({static_cast<int>(end - ends_.begin()),
                                 netlist_.net(stream.net).object, object,
                                 *sent(stream.net, object, {}).packet});
            channels_[{stream.net, stream.core}] = task.channel;
        }
    return task;
}

/// Adds the transfers of the host: a net's objects in a single task; for packet nets, one BD
/// execution per object, in tasks of as many as an iteration counts. The outputs' tokens show that
/// all objects have returned.
void Mapping::add_host() {
    HostTasks tasks{device_};
    const Bytes max = device_.shim_tile.dma.bd.max_length();
    for (const HostEnd& end : ends_) {
        const Bytes object = netlist_.net(end.net).object;
        if (const std::int64_t most = max / object; most < design_.firings)
            throw schedule::MappingError{
                "netlist.firings",
                fmt::format("{} objects of {} are more bytes than the {} that a BD of a shim "
                            "moves; allowed: at most {}",
                            design_.firings, net_text(netlist_, end.net), max.count(), most)};
        schedule_.host_buffers.push_back(
            {fmt::format("{} of {}", end.is_input ? "input" : "output", name_of(netlist_, end.net)),
             object * design_.firings});
    }
    std::map<TileId, std::vector<Stream>> packets;
    for (const bool inputs : {false, true})
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            const HostEnd& end = ends_[i];
            if (end.is_input != inputs) continue;
            if (end.is_input && transport(end.net) == Transport::Packet) {
                packets[tile_of(end.shim)].push_back({end.net, end.shim, 1, {}});
                continue;
            }
            const Direction direction = end.is_input ? Direction::MM2S : Direction::S2MM;
            const int channel =
                tile(end.shim).take_channel(direction, 1, name_of(netlist_, end.net));
            channels_[{end.net, end.shim}] = channel;
            tasks.add({tile_of(end.shim), direction, channel, static_cast<int>(i),
                       netlist_.net(end.net).object * design_.firings});
        }
    for (const auto& [shim, streams] : packets)
        for (const auto& hand : dealt(streams, tiles_.at(shim).free_channels(Direction::MM2S)))
            tasks.add(in_turn(hand));
    schedule_.sequence = std::move(tasks).sequence();
}

void Mapping::add_flows() {
    for (CoreId core = 0; core < netlist_.core_count(); ++core)
        if (netlist_.kind(core) == TileKind::CompTile) send_from(core);
    for (const auto& [tile, streams] : mem_sends_)
        send(tile, streams);
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

bool Mapping::share_channel(NetId one, NetId other) const {
    const auto ends = [&](NetId id) {
        std::set<arch::Port> ports{arch::dma_port(tile_of(netlist_.net(id).source), Direction::MM2S,
                                                  channels_.at({id, netlist_.net(id).source}))};
        for (const CoreId sink : netlist_.net(id).sinks)
            ports.insert(arch::dma_port(tile_of(sink), Direction::S2MM, channels_.at({id, sink})));
        return ports;
    };
    return std::ranges::any_of(ends(one), [&, taken = ends(other)](const arch::Port& port) {
        return taken.contains(port);
    });
}

void Mapping::route() {
    std::vector<routing::Way> ways;
    std::map<NetId, std::size_t> flows;
    for (NetId id = 0; id < netlist_.net_count(); ++id) {
        if (!is_stream(transport(id))) continue;
        flows[id] = ways.size();
        ways.push_back(route_of(id).hops);
    }
    std::vector<routing::FlowPair> apart;
    for (const auto& [one, other] : apart_)
        if (!share_channel(one, other)) apart.emplace_back(flows.at(one), flows.at(other));
    schedule_.routes = routing::route(schedule_.flows, arch::RoutingGraph{device_},
                                      routing::ApartCost{}, {}, ways, apart);
}

}  // namespace xdnasim::placed
