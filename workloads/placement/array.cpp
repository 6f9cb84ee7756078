#include "workloads/placement/array.hpp"

#include <algorithm>
#include <limits>

#include "arch/neighbours.hpp"
#include "arch/routing_graph.hpp"

namespace xdnasim::placement {

using arch::Bundle;
using arch::PortSide;
using arch::TileId;
using arch::TileKind;

namespace {

Bundle bundle_of(Heading heading) {
    switch (heading) {
        case Heading::North:
            return Bundle::North;
        case Heading::South:
            return Bundle::South;
        case Heading::East:
            return Bundle::East;
        case Heading::West:
            break;
    }
    return Bundle::West;
}

TileId step(TileId tile, Heading heading) {
    switch (heading) {
        case Heading::North:
            return {tile.column, tile.row + 1};
        case Heading::South:
            return {tile.column, tile.row - 1};
        case Heading::East:
            return {tile.column + 1, tile.row};
        case Heading::West:
            break;
    }
    return {tile.column - 1, tile.row};
}

Room room_of(const arch::Device& device, TileKind kind) {
    const arch::TileModel& model = device.model(kind);
    Room room{model.dma.mm2s_channels,
              model.dma.s2mm_channels,
              model.locks,
              model.dma.bds,
              model.memory,
              model.dma.bds_of(0).count()};
    switch (kind) {
        case TileKind::CompTile:
            room.memory -= device.core_stack;
            break;
        case TileKind::Shim:
            room.memory = arch::Bytes{std::numeric_limits<std::int64_t>::max()};
            break;
        case TileKind::MemTile:
            break;
    }
    return room;
}

/// Number of packet flows that every slave port can distinguish by its match slots (AM025).
int packets_of_port(const arch::Device& device) {
    const auto slots = [&](TileKind kind) { return device.model(kind).stream_switch.packet_slots; };
    return std::max(slots(std::ranges::min(arch::kTileKinds, {}, slots)), 1);
}

/// Number of wires from the master ports of `heading` to a tile beside `tile`.
int wires(const arch::Device& device, TileId tile, Heading heading) {
    const Bundle bundle = bundle_of(heading);
    int count = 0;
    for (int channel = 0; channel < arch::port_count(device, tile, PortSide::Master, bundle);
         ++channel)
        if (arch::wired_to(device, {tile, PortSide::Master, bundle, channel})) ++count;
    return count;
}

/// Number of channels; 0 if there are no wires.
int channels(int wires, Heading heading, LinkCounts choice) {
    constexpr int kPaperHorizontal = 6;
    constexpr int kPaperVertical = 4;
    if (choice == LinkCounts::Device || wires == 0) return wires;
    const bool is_horizontal = heading == Heading::East || heading == Heading::West;
    return is_horizontal ? kPaperHorizontal : kPaperVertical;
}

}  // namespace

std::string to_string(Heading heading) {
    switch (heading) {
        case Heading::North:
            return "north";
        case Heading::South:
            return "south";
        case Heading::East:
            return "east";
        case Heading::West:
            break;
    }
    return "west";
}

Array::Array(const arch::Device& device, const Choices& choices)
    : device_name_{device.name},
      device_file_{device.file},
      choices_{choices},
      packets_per_channel_{choices.packets_per_channel.value_or(packets_of_port(device))},
      columns_{device.columns},
      rows_{device.rows()} {
    for (const TileKind kind : arch::kTileKinds)
        rooms_[static_cast<std::size_t>(kind)] = room_of(device, kind);
    for (Index i = 0; i < static_cast<Index>(columns_ * rows_); ++i) {
        const TileId at = tile(i);
        kinds_.push_back(device.kind(at));
        auto& links = links_.emplace_back();
        for (const Heading heading : kHeadings) {
            const auto side = static_cast<std::size_t>(heading);
            links[side] = channels(wires(device, at, heading), heading, choices.links);
            max_links_[side] = std::max(max_links_[side], links[side]);
        }
        if (device.has_dma(at)) tiles_[static_cast<std::size_t>(kinds_.back())].push_back(at);
    }
}

bool Array::contains(TileId tile) const {
    return tile.column >= 0 && tile.column < columns_ && tile.row >= 0 && tile.row < rows_;
}

std::optional<TileId> Array::beside(TileId tile, Heading heading) const {
    const TileId next = step(tile, heading);
    return contains(next) ? std::optional{next} : std::nullopt;
}

bool Array::are_neighbours(TileId a, TileId b) const {
    return kind(a) == TileKind::CompTile && kind(b) == TileKind::CompTile && distance(a, b) == 1;
}

std::vector<TileId> Array::common_memories(TileId a, TileId b) const {
    if (a == b && kind(a) == TileKind::CompTile) return {a};
    if (!are_neighbours(a, b)) return {};
    const auto reaches = [](TileId core, TileId memory) {
        const auto near = arch::memories_in_reach(core);
        return std::ranges::find(near, memory) != near.end();
    };
    std::vector<TileId> common;
    const bool is_mirrored = a.row == b.row && choices_.memory == MemorySide::East;
    if (is_mirrored ? reaches(a, b) : reaches(b, a)) common.push_back(a);
    if (is_mirrored ? reaches(b, a) : reaches(a, b)) common.push_back(b);
    return common;
}

std::string device_of(const std::string& name_in_netlist) {
    return name_in_netlist == "npu2_8x6" ? "xdna2-strix" : name_in_netlist;
}

}  // namespace xdnasim::placement
