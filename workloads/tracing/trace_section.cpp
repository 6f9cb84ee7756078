#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/routing_graph.hpp"
#include "base/map_reader.hpp"
#include "traces/events/core_state.hpp"
#include "traces/names/event_meaning.hpp"
#include "traces/names/event_names.hpp"
#include "traces/names/event_reader.hpp"
#include "traces/words/packet.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::tracing {
namespace {

using arch::Port;
using arch::TileId;
using base::MapReader;
using base::Node;
using words::Module;

constexpr std::int64_t kMaxBuffer = std::int64_t{1} << 30;
constexpr std::size_t kMaxUnits = 1024;

TileId read_tile(const Node& node, const arch::Device& device) {
    const std::vector<Node>& items = node.as_sequence();
    if (items.size() != 2) node.fail("a tile is two numbers; allowed: [column, row]");
    return {static_cast<int>(items[0].as_int(0, device.columns - 1)),
            static_cast<int>(items[1].as_int(0, device.rows() - 1))};
}

Module read_module(const Node* node, arch::TileKind kind) {
    const Module own = words::module_of(kind);
    if (node == nullptr) return own;
    const auto module = node->as_choice<Module>({{"core", Module::Core},
                                                 {"memory", Module::Memory},
                                                 {"memtile", Module::MemTile},
                                                 {"shim", Module::Shim}});
    const bool is_memory = module == Module::Memory && own == Module::Core;
    if (module != own && !is_memory)
        node->fail(fmt::format("a {} has no such module; allowed: {}", to_string(kind),
                               own == Module::Core ? "core, memory" : words::to_string(own)));
    return module;
}

std::string stalls_of_core() {
    std::vector<std::string_view> stalls;
    for (const events::CoreStateEntry& state : events::kCoreStates)
        if (state.stall) stalls.push_back(state.stall->event);
    return fmt::format("{} and GROUP_STALL", fmt::join(stalls, ", "));
}

std::string simulated_events(Module module) {
    switch (module) {
        case Module::Core:
            return "those of kernels, calls, vector instructions, loads, stores, lock requests "
                   "(INSTR_...), ports (PORT_...), and " +
                   stalls_of_core();
        case Module::Memory:
            return "those of DMA channels (DMA_...)";
        case Module::Shim:
        case Module::MemTile:
            return "those of ports (PORT_...) and DMA channels (DMA_...)";
    }
    return "none";
}

int read_event(const Node& node, Module module, const names::EventNames& names) {
    const std::string& name = node.as_string();
    const int id = names::read_event_name(node, module, names);
    if (!names::meaning(module, name))
        node.fail(fmt::format("{} is not simulated; simulated events of a {} are {}", name,
                              words::to_string(module), simulated_events(module)));
    return id;
}

std::array<int, words::kSlots> read_events(const Node& node, Module module,
                                           const names::EventNames& names) {
    const std::vector<Node>& items = node.as_sequence();
    if (items.empty() || items.size() > words::kSlots)
        node.fail(fmt::format("{} events; allowed: 1 to {}", items.size(), words::kSlots));
    std::array<int, words::kSlots> events{};
    for (std::size_t slot = 0; slot < items.size(); ++slot) {
        const int event = read_event(items[slot], module, names);
        if (event != 0 && std::ranges::find(events, event) != events.end())
            items[slot].fail(fmt::format("{} is watched already; allowed: each event once",
                                         items[slot].as_string()));
        events[slot] = event;
    }
    return events;
}

/// "master DMA:0"
Port read_port(const Node& node, TileId tile, const arch::Device& device) {
    const std::string& text = node.as_string();
    for (const arch::PortSide side : {arch::PortSide::Master, arch::PortSide::Slave}) {
        for (int bundle = 0; bundle < arch::kBundles; ++bundle) {
            Port port{tile, side, static_cast<arch::Bundle>(bundle), 0};
            const std::string start =
                fmt::format("{} {}:", side == arch::PortSide::Slave ? "slave" : "master",
                            to_string(port.bundle));
            if (!text.starts_with(start)) continue;
            const char* const end = text.data() + text.size();
            const auto [stop, error] =
                std::from_chars(text.data() + start.size(), end, port.channel);
            if (error == std::errc{} && stop == end && arch::has_port(device, port)) return port;
        }
    }
    node.fail(
        fmt::format("'{}' is not a port of tile {}; allowed: such as 'master DMA:0' or "
                    "'slave South:1'",
                    text, to_string(tile)));
}

schedule::SelectedChannels read_selection(const Node& node, int channels) {
    const std::vector<Node>& items = node.as_sequence();
    if (items.size() != 2) node.fail("allowed: two channels, such as [0, 1]");
    return {static_cast<int>(items[0].as_int(0, channels - 1)),
            static_cast<int>(items[1].as_int(0, channels - 1))};
}

UnitRequest read_unit(const Node& node, const std::string& path, const arch::Device& device,
                      const names::EventNames& names) {
    MapReader reader{node, path};
    UnitRequest unit;
    unit.unit.tile = read_tile(reader.require("tile"), device);
    unit.unit.module = read_module(reader.optional("module"), device.kind(unit.unit.tile));
    unit.events = read_events(reader.require("events"), unit.unit.module, names);
    // A memory module has no ports: those of its tile are the core's to watch.
    const bool has_ports = unit.unit.module != Module::Memory;
    if (const Node* ports = has_ports ? reader.optional("ports") : nullptr) {
        if (ports->as_sequence().size() > schedule::kMaxWatchedPorts)
            ports->fail(fmt::format("{} ports; allowed: up to {}", ports->as_sequence().size(),
                                    schedule::kMaxWatchedPorts));
        for (const Node& port : ports->as_sequence())
            unit.ports.push_back(read_port(port, unit.unit.tile, device));
    }
    if (unit.unit.module == Module::MemTile) {
        const arch::DmaModel& dma = device.mem_tile.dma;
        if (const Node* s2mm = reader.optional("s2mm"))
            unit.s2mm = read_selection(*s2mm, dma.s2mm_channels);
        if (const Node* mm2s = reader.optional("mm2s"))
            unit.mm2s = read_selection(*mm2s, dma.mm2s_channels);
    }
    reader.finish();
    return unit;
}

arch::Bytes read_buffer(const Node& node) {
    const std::int64_t bytes = node.as_int(words::kPacketBytes, kMaxBuffer);
    if (bytes % words::kPacketBytes != 0)
        node.fail(fmt::format("{} bytes are not whole packets; allowed: multiples of {}", bytes,
                              words::kPacketBytes));
    return arch::Bytes{bytes};
}

}  // namespace

TraceRequest read_trace(const Node& section, const arch::Device& device) {
    MapReader reader{section, "trace"};
    TraceRequest request;
    if (const Node* route = reader.optional("route"))
        request.route = route->as_choice<Route>(
            {{"streams", Route::Streams}, {"share", Route::Share}, {"ideal", Route::Ideal}});
    if (const Node* buffer = reader.optional("buffer_bytes")) request.buffer = read_buffer(*buffer);
    if (const Node* shim = reader.optional("shim")) {
        request.shim_column = static_cast<int>(shim->as_int(0, device.columns - 1));
        if (!device.reaches_host(device.shim_at(*request.shim_column)))
            shim->fail(fmt::format("the shim of column {} has no DMA", *request.shim_column));
    }
    if (const Node* units = reader.optional("units")) {
        const std::vector<Node>& items = units->as_sequence();
        if (items.empty() || items.size() > kMaxUnits)
            units->fail(fmt::format("{} units; allowed: 1 to {}", items.size(), kMaxUnits));
        const names::EventNames names{device.generation};
        for (std::size_t i = 0; i < items.size(); ++i)
            request.units.push_back(
                read_unit(items[i], fmt::format("trace.units.{}", i), device, names));
    }
    reader.finish();
    return request;
}

}  // namespace xdnasim::tracing
