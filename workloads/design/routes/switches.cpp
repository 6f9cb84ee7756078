#include "workloads/design/routes/switches.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/routing_graph.hpp"

namespace xdnasim::design {
namespace {

using arch::Bundle;
using arch::Port;
using arch::PortSide;
using arch::TileId;

std::optional<int> count_at(const ir::Text& text, std::uint32_t at) {
    const auto number = ir::whole_number(text[at]);
    if (!number || *number < 0 || *number > kMaxCount) return std::nullopt;
    return static_cast<int>(*number);
}

/// Reads "A0 L2-L1":1:0.
std::optional<RoutePlace> route_place(const ir::Text& text, std::uint32_t at) {
    if (text[at].kind != ir::Kind::String || !text[at + 1].is(":")) return std::nullopt;
    const auto number = count_at(text, at + 2);
    const auto position = count_at(text, at + 4);
    if (!number || !position) return std::nullopt;
    return RoutePlace{std::string{text[at].text}, *number, *position};
}

/// Reads the location that xdnasim's export writes; empty if there is none, or another one.
std::vector<RoutePlace> route_places(const ir::Text& text, const ir::Operation& operation) {
    constexpr std::uint32_t kLength = 5;  // tokens of a place
    std::uint32_t at = operation.rest.begin;
    while (at < operation.rest.end && !text[at].is("loc"))
        ++at;
    std::vector<int> ids;
    std::vector<RoutePlace> places;
    for (; at + kLength <= operation.rest.end; ++at) {
        if (auto place = route_place(text, at)) {
            places.push_back(*std::move(place));
            at += kLength - 1;
        } else if (const auto id = count_at(text, at)) {
            ids.push_back(*id);
        }
    }
    if (ids.size() == places.size())
        for (std::size_t i = 0; i < ids.size(); ++i)
            places[i].packet_id = ids[i];
    return places;
}

}  // namespace

std::optional<Bundle> bundle_of(std::string_view name) {
    // Numbers are those of the generic form (mlir-aie AIEAttrs.td, WireBundle).
    if (name == "Core" || name == "0") return Bundle::Core;
    if (name == "DMA" || name == "1") return Bundle::Dma;
    if (name == "FIFO" || name == "2") return Bundle::Fifo;
    if (name == "South" || name == "3") return Bundle::South;
    if (name == "West" || name == "4") return Bundle::West;
    if (name == "North" || name == "5") return Bundle::North;
    if (name == "East" || name == "6") return Bundle::East;
    if (name == "PLIO" || name == "7") return Bundle::Plio;
    if (name == "Trace" || name == "9") return Bundle::Trace;
    if (name == "Ctrl" || name == "TileControl" || name == "10") return Bundle::TileControl;
    return std::nullopt;
}

std::optional<Port> Switches::port(const ir::Fields& fields, TileId tile, PortSide side,
                                   std::string_view bundle, std::string_view channel) {
    const ir::Token& name = fields.token(bundle);
    const auto known = bundle_of(name.text);
    if (!known) {
        draft_.unsupported(name.at, fmt::format("a port of {}", to_string(name)));
        return std::nullopt;
    }
    const Port port{tile, side, *known, fields.small(channel, 0, kMaxChannel)};
    if (!arch::has_port(draft_.device, port))
        fields.fail(channel, fmt::format("is {}; device {} has no port {}", port.channel,
                                         draft_.device.name, to_string(port)));
    return port;
}

void Switches::read_circuit(const ir::Operation& operation, TileId tile) {
    const ir::Fields fields = draft_.fields(operation);
    const auto slave = port(fields, tile, PortSide::Slave, "source_bundle", "source_channel");
    const auto master = port(fields, tile, PortSide::Master, "dest_bundle", "dest_channel");
    if (!slave || !master) return;
    FixedConnection fixed;
    fixed.connection = {*slave, *master};
    fixed.at = operation.at;
    fixed.places = route_places(draft_.text, operation);
    connections_.emplace(*slave, std::move(fixed));
}

void Switches::read_rules(const ir::Operation& operation, TileId tile,
                          const std::vector<MasterSet>& masters) {
    const ir::Fields fields = draft_.fields(operation);
    const auto slave = port(fields, tile, PortSide::Slave, "source_bundle", "source_channel");
    if (!slave || operation.regions.empty()) return;
    for (const ir::Operation& rule : operation.regions.front().operations()) {
        if (!rule.is("aie.rule")) continue;
        const ir::Fields rule_fields = draft_.fields(rule);
        const std::string_view amsel = rule_fields.value("amsel");
        for (const MasterSet& set : masters) {
            if (std::ranges::find(set.amsels, amsel) == set.amsels.end()) continue;
            FixedConnection fixed;
            fixed.connection = {*slave, set.master};
            fixed.at = rule.at;
            fixed.places = route_places(draft_.text, rule);
            fixed.keeps_header = set.keeps_header;
            fixed.is_packet = true;
            fixed.mask = rule_fields.small("mask", 0, arch::kMaxPacketId);
            fixed.value = rule_fields.small("value", 0, arch::kMaxPacketId);
            connections_.emplace(*slave, std::move(fixed));
        }
    }
}

void Switches::note_turns(const ir::Operation& amsel) {
    if (draft_.fields(amsel).has("deterministic_merge"))
        draft_.loss(amsel.at,
                    "deterministic_merge of aie.amsel, by which the arbiter takes packets from its "
                    "slave ports in turn: here they pass in the order in which they arrive");
}

void Switches::read_switchbox(const ir::Operation& operation) {
    const TileId tile = draft_.tile(draft_.fields(operation), "tile");
    if (operation.regions.empty()) return;
    std::vector<MasterSet> masters;
    for (const ir::Operation& inner : operation.regions.front().operations()) {
        if (!inner.is("aie.masterset")) continue;
        const ir::Fields fields = draft_.fields(inner);
        const auto master = port(fields, tile, PortSide::Master, "dest_bundle", "dest_channel");
        if (!master) continue;
        const auto amsels = fields.find("amsels");
        masters.push_back(
            {*master, fields.flag("keep_pkt_header"),
             amsels ? ir::values_in(draft_.text, *amsels) : std::vector<std::string_view>{}});
    }
    for (const ir::Operation& inner : operation.regions.front().operations()) {
        if (inner.is("aie.amsel")) note_turns(inner);
        if (inner.is("aie.connect"))
            read_circuit(inner, tile);
        else if (inner.is("aie.packet_rules"))
            read_rules(inner, tile, masters);
        else if (!inner.is("aie.masterset") && !inner.is("aie.amsel") && !inner.is("aie.end"))
            draft_.unsupported(inner.at, fmt::format("{} in a switchbox", inner.name));
    }
}

/// The end of a connection at a mux; nullopt if it is neither of a DMA nor of the programmable
/// logic.
std::optional<Port> Switches::end_at_mux(const ir::Fields& fields, TileId tile, PortSide side,
                                         std::string_view bundle, std::string_view channel) const {
    const auto known = bundle_of(fields.token(bundle).text);
    if (known != Bundle::Dma && known != Bundle::Plio) return std::nullopt;
    return Port{tile, side, *known, fields.small(channel, 0, kMaxChannel)};
}

/// Reads the connections of a shim's mux. In the simulated shims each channel can be connected to
/// one port only, which is the one used in all designs that mlir-aie routes.
void Switches::read_shim_mux(const ir::Operation& operation) {
    const TileId tile = draft_.tile(draft_.fields(operation), "tile");
    muxes_.insert(tile);
    if (operation.regions.empty()) return;
    for (const ir::Operation& inner : operation.regions.front().operations()) {
        if (!inner.is("aie.connect")) continue;
        const ir::Fields fields = draft_.fields(inner);
        const auto from =
            end_at_mux(fields, tile, PortSide::Slave, "source_bundle", "source_channel");
        const auto to = end_at_mux(fields, tile, PortSide::Master, "dest_bundle", "dest_channel");
        if (from.has_value() == to.has_value()) {
            draft_.unsupported(
                inner.at, "a connection of a shim mux without a DMA or PLIO at exactly one end");
            continue;
        }
        const Port end = from ? *from : *to;
        const int south = fields.small(from ? "dest_channel" : "source_channel", 0, kMaxChannel);
        const bool exists = arch::has_port(draft_.device, end);
        if (!exists && end.bundle == Bundle::Plio)
            draft_.text.fail(inner.at, no_such_plio(draft_.device, end));
        if (!exists || arch::switch_port(draft_.device, end).channel != south)
            draft_.unsupported(
                inner.at, fmt::format("{} connected to South:{} of a shim", to_string(end), south));
        else
            joined_.emplace(arch::switch_port(draft_.device, end), end);
    }
}

std::optional<Port> Switches::behind_mux(const Port& south) const {
    if (const auto at = joined_.find(south); at != joined_.end()) return at->second;
    if (muxes_.contains(south.tile)) return std::nullopt;
    const arch::Device& device = draft_.device;
    const Port plio{south.tile, south.side, Bundle::Plio, south.channel};
    if (arch::has_port(device, plio)) return plio;
    const arch::Direction direction = arch::direction_of(south.side);
    for (int channel = 0; channel < device.shim_tile.dma.channels(direction); ++channel) {
        const Port end = arch::dma_port(south.tile, direction, channel);
        if (arch::has_port(device, end) && arch::switch_port(device, end) == south) return end;
    }
    return std::nullopt;
}

std::string no_such_plio(const arch::Device& device, const Port& port) {
    std::vector<int> columns;
    for (int column = 0; column < device.columns; ++column)
        if (device.has_plio(device.shim_at(column))) columns.push_back(column);
    if (columns.empty())
        return fmt::format("device {} has no programmable logic, and no port {}", device.name,
                           to_string(port));
    const bool in_a_row = columns.back() - columns.front() + 1 == std::ssize(columns);
    const std::string list = in_a_row && columns.size() > 2
                                 ? fmt::format("{} to {}", columns.front(), columns.back())
                                 : fmt::format("{}", fmt::join(columns, ", "));
    return fmt::format("device {} has no port {}; it has PLIO 0 to {} {} the array in columns {}",
                       device.name, to_string(port),
                       (port.side == PortSide::Slave ? device.pl->inputs : device.pl->outputs) - 1,
                       port.side == PortSide::Slave ? "into" : "out of", list);
}

}  // namespace xdnasim::design
