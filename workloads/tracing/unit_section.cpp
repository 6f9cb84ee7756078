#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_ranges.hpp"
#include "arch/routing_graph.hpp"
#include "base/parameters/table.hpp"
#include "traces/events/core_state.hpp"
#include "traces/names/event_meaning.hpp"
#include "traces/names/event_names.hpp"
#include "traces/names/event_reader.hpp"
#include "traces/words/packet.hpp"
#include "workloads/tracing/choices.hpp"
#include "workloads/tracing/trace_parts.hpp"

namespace xdnasim::tracing {
namespace {

using arch::Port;
using arch::TileId;
using base::Node;
using parameters::Table;
using words::Module;

TileId read_tile(const Node& node, const arch::Device& device) {
    const std::vector<Node>& items = node.as_sequence();
    if (items.size() != 2) node.fail("a tile is two numbers; allowed: [column, row]");
    return {arch::column_numbers(device).read<int>(items[0]),
            arch::row_numbers(device).read<int>(items[1])};
}

constexpr Choices<Module, 4> kModules{{{"core", Module::Core},
                                       {"memory", Module::Memory},
                                       {"memtile", Module::MemTile},
                                       {"shim", Module::Shim}}};

Module read_module(const Node& node, arch::TileKind kind) {
    const Module own = words::module_of(kind);
    const Module module = choice_of(kModules, node);
    const bool is_memory = module == Module::Memory && own == Module::Core;
    if (module != own && !is_memory)
        node.fail(fmt::format("a {} has no such module; allowed: {}", to_string(kind),
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
            items[slot].fail(
                fmt::format("{} is listed twice. List each event once", items[slot].as_string()));
        events[slot] = event;
    }
    return events;
}

/// Reads a port such as "master DMA:0".
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

schedule::SelectedChannels read_selection(const Node& node, const parameters::Whole& channels) {
    const std::vector<Node>& items = node.as_sequence();
    if (items.size() != 2) node.fail("allowed: two channels, such as [0, 1]");
    return {channels.read<int>(items[0]), channels.read<int>(items[1])};
}

/// The events of the device's generation, which are read when the first unit asks for them.
class EventsOfDevice {
 public:
    explicit EventsOfDevice(arch::Generation generation) : generation_{generation} {}

    [[nodiscard]] const names::EventNames& get() {
        if (!names_) names_.emplace(generation_);
        return *names_;
    }

 private:
    arch::Generation generation_;
    std::optional<names::EventNames> names_;
};

std::vector<Port> read_ports(const Node& list, TileId tile, const arch::Device& device) {
    if (list.as_sequence().size() > schedule::kMaxWatchedPorts)
        list.fail(fmt::format("{} ports; allowed: up to {}", list.as_sequence().size(),
                              schedule::kMaxWatchedPorts));
    std::vector<Port> ports;
    for (const Node& port : list.as_sequence())
        ports.push_back(read_port(port, tile, device));
    return ports;
}

/// Does the unit have ports? Those of a memory module's tile are watched by the core module.
bool may_watch_ports(const UnitRequest& unit) {
    return unit.unit.module != Module::Memory;
}

bool is_of_mem_tile(const UnitRequest& unit) {
    return unit.unit.module == Module::MemTile;
}

void add_module(Table<UnitRequest>& table, const arch::Device& device) {
    table
        .required_read("tile", "[column, row]", {"", "tile of the unit"},
                       [&device](const Node& node, UnitRequest& unit) {
                           unit.unit.tile = read_tile(node, device);
                           unit.unit.module = words::module_of(device.kind(unit.unit.tile));
                       })
        .optional_read(
            "module", alternatives_of(kModules),
            {"",
             "module of the tile to trace (default: that of its kind; of a core's tile, the core)"},
            [&device](const Node& node, UnitRequest& unit) {
                unit.unit.module = read_module(node, device.kind(unit.unit.tile));
            });
}

void add_events(Table<UnitRequest>& table, const arch::Device& device) {
    const auto events = std::make_shared<EventsOfDevice>(device.generation);
    table.required_read("events", fmt::format("a list of 1 to {} names of events", words::kSlots),
                        {"", "events for the unit to watch"},
                        [events](const Node& node, UnitRequest& unit) {
                            unit.events = read_events(node, unit.unit.module, events->get());
                        });
}

void add_channels(Table<UnitRequest>& table, const char* key, const char* direction,
                  const arch::Device& device, int count,
                  schedule::SelectedChannels UnitRequest::*selected) {
    const parameters::Whole channels{
        0, count - 1, fmt::format("the {} channels of a mem tile of {}", direction, device.name)};
    table
        .optional_read(
            key, fmt::format("a list of 2 {}", channels.text()),
            {"channels",
             fmt::format("{} channels of a mem tile to watch as SEL0 and SEL1 (default: [0, 1])",
                         direction)},
            [channels, selected](const Node& node, UnitRequest& unit) {
                unit.*selected = read_selection(node, channels);
            })
        .when(is_of_mem_tile);
}

}  // namespace

Table<UnitRequest> unit_table(const arch::Device& device) {
    Table<UnitRequest> table;
    add_module(table, device);
    add_events(table, device);
    table
        .optional_read("ports",
                       fmt::format("a list of up to {} ports, such as 'master DMA:0'",
                                   schedule::kMaxWatchedPorts),
                       {"",
                        "ports to watch, in the order of the n of PORT_..._n (default: those that "
                        "the design uses)"},
                       [&device](const Node& node, UnitRequest& unit) {
                           unit.ports = read_ports(node, unit.unit.tile, device);
                       })
        .when(may_watch_ports);
    const arch::DmaModel& dma = device.mem_tile.dma;
    add_channels(table, "s2mm", "S2MM", device, dma.s2mm_channels, &UnitRequest::s2mm);
    add_channels(table, "mm2s", "MM2S", device, dma.mm2s_channels, &UnitRequest::mm2s);
    return table;
}

}  // namespace xdnasim::tracing
