#include "workloads/placed/placed_mapping.hpp"

#include <utility>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::placed {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using arch::TileKind;
using placement::Transport;
using schedule::Bd;

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

schedule::Schedule program_of(const PlacedDesign& design, const arch::Device& device) {
    return Mapping{design, device}.run();
}

}  // namespace xdnasim::placed
