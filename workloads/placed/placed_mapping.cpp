#include "workloads/placed/placed_mapping.hpp"

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

/// All objects of a net in one task, or of nets in packets each object in a BD's execution of its
/// own, in tasks of as many as an iteration counts. The outputs' tokens say that all are back.
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
    for (const bool inputs : {false, true})
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            const HostEnd& end = ends_[i];
            if (end.is_input != inputs) continue;
            const Direction direction = end.is_input ? Direction::MM2S : Direction::S2MM;
            const int channel =
                tile(end.shim).take_channel(direction, 1, name_of(netlist_, end.net));
            channels_[{end.net, end.shim}] = channel;
            HostTask task{tile_of(end.shim),
                          direction,
                          channel,
                          static_cast<int>(i),
                          netlist_.net(end.net).object,
                          design_.firings,
                          {}};
            if (end.is_input && transport(end.net) == Transport::Packet)
                task.packet_id = packet_ids_.at(end.net);
            tasks.add(task);
        }
    schedule_.sequence = std::move(tasks).sequence();
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
    schedule_.routes = routing::route(schedule_.flows, arch::RoutingGraph{device_},
                                      routing::ApartCost{}, {}, ways);
}

schedule::Schedule program_of(const PlacedDesign& design, const arch::Device& device) {
    return Mapping{design, device}.run();
}

}  // namespace xdnasim::placed
