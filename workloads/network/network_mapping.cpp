#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "workloads/network/network_draft.hpp"
#include "workloads/network/network_placement.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::network {

using arch::TileId;

std::vector<NetworkPort> ports_of(const std::vector<Stage>& stages) {
    std::vector<NetworkPort> ports;
    const Stage& first = stages.front();
    for (int a = 0; a < first.split.a; ++a)
        for (int b = 0; b < first.split.b; ++b)
            ports.push_back({.name = fmt::format("in {}.{}", a, b),
                             .is_input = true,
                             .part = input_of(first, a, b),
                             .a = a,
                             .b = b,
                             .tile = first.core(a, b, 0)});
    for (const Holder& holder : holders_of(stages.back()))
        ports.push_back({.name = "out of " + to_string(holder.tile),
                         .is_input = false,
                         .part = part_leaving(holder, stages.back()),
                         .held = holder.part,
                         .tile = holder.tile});
    return ports;
}

namespace {

/// Adds the cascades: eastwards between the cores of a layer, and down the column of an
/// aggregation.
void add_cascades(Draft& draft, const Stage& stage) {
    if (stage.aggregates) {
        for (int a = 1; a < stage.split.a; ++a)
            draft.schedule.cascades.push_back({stage.core(a, 0, 0), stage.core(a - 1, 0, 0)});
        return;
    }
    for (int a = 0; a < stage.split.a; ++a)
        for (int c = 0; c < stage.split.c; ++c)
            for (int b = 1; b < stage.split.b; ++b)
                draft.schedule.cascades.push_back({stage.core(a, b - 1, c), stage.core(a, b, c)});
}

void add_inputs(Draft& draft) {
    const Stage& first = draft.stages.front();
    int number = 0;
    for (const NetworkPort& port : ports_of(draft.stages)) {
        const schedule::HostBufferRef buffer{number++};
        if (!port.is_input) continue;
        schedule::Flow flow{.name = port.name, .source = {}, .sinks = {}};
        flow.source = draft.place_of(port);
        draft.add_port(port, flow.source, buffer);
        for (int c = 0; c < first.split.c; ++c) {
            const TileId tile = first.core(port.a, port.b, c);
            draft.cores[tile].hold(port.part);
            flow.sinks.push_back(draft.sink(0, tile, port.part));
        }
        draft.schedule.flows.push_back(std::move(flow));
    }
}

/// Ports of the network's outputs, in the order of ports_of().
std::vector<arch::Port> places_of_outputs(Draft& draft) {
    std::vector<arch::Port> places;
    for (const NetworkPort& port : ports_of(draft.stages))
        if (!port.is_input) places.push_back(draft.place_of(port));
    return places;
}

/// Assigns mem tiles to the streams that the ports to the PL leave free.
void choose_mem_tiles(Draft& draft) {
    auto chosen = relays_of(draft.stages, draft.device, draft.streams);
    if (const auto* const misfit = std::get_if<Misfit>(&chosen))
        refuse_layer(misfit->layer,
                     misfit->message + "; split it, or a layer before, into fewer parts");
    draft.relays = std::get<Relays>(std::move(chosen));
}

void add_outputs(Draft& draft, const std::vector<arch::Port>& places) {
    int number = 0;
    std::size_t next = 0;
    for (const NetworkPort& port : ports_of(draft.stages)) {
        const schedule::HostBufferRef buffer{number++};
        if (!port.is_input) draft.add_output(port, places[next++], buffer);
    }
}

/// Routes packets to different cores on separate ports, so that they do not wait for each other. A
/// schedule without packets is routed later, as those of all workloads.
void route_packets_apart(schedule::Schedule& schedule, const arch::Device& device) {
    const auto is_packet = [](const schedule::Flow& flow) {
        return flow.mode == schedule::FlowMode::Packet;
    };
    if (std::ranges::none_of(schedule.flows, is_packet)) return;
    schedule.routes =
        routing::route(schedule.flows, arch::RoutingGraph{device}, routing::ApartCost{});
}

}  // namespace

schedule::Schedule program_of(const NetworkDesign& design, const std::vector<Stage>& stages,
                              const arch::Device& device) {
    Draft draft{design, stages, device};
    for (const Stage& stage : stages)
        add_cascades(draft, stage);
    for (const NetworkPort& port : ports_of(stages))
        draft.add_host_buffer(port);
    add_inputs(draft);
    const std::vector<arch::Port> outputs = places_of_outputs(draft);
    choose_mem_tiles(draft);
    CorePrograms programs{draft};
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (i > 0) connect(draft, i);
        programs.add(i);
    }
    add_outputs(draft, outputs);
    programs.finish();
    draft.schedule.pl.clock_ghz = design.pl_clock_ghz;
    draft.schedule.tiles = std::move(draft.tiles).finished();
    route_packets_apart(draft.schedule, device);
    return std::move(draft.schedule);
}

}  // namespace xdnasim::network
