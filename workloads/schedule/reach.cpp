#include "workloads/schedule/reach.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Device;
using arch::TileId;
using arch::TileKind;

bool is(const Device& device, TileKind kind, TileId tile) {
    return device.contains(tile) && device.kind(tile) == kind;
}

bool is_side_neighbour(const Device& device, TileId tile, TileId other) {
    return is(device, TileKind::MemTile, tile) && is(device, TileKind::MemTile, other) &&
           other.row == tile.row &&
           (other.column + 1 == tile.column || other.column == tile.column + 1);
}

}  // namespace

bool channel_reaches(const Device& device, TileId tile, int channel, TileId other) {
    return other == tile || (is_side_neighbour(device, tile, other) &&
                             channel < device.model(tile).dma.neighbour_channels);
}

bool dma_reaches(const Device& device, TileId tile, TileId other) {
    return channel_reaches(device, tile, 0, other);
}

bool core_reaches(const Device& device, TileId core, TileId other) {
    if (other == core) return true;
    if (!is(device, TileKind::CompTile, other)) return false;
    const auto [column, row] = core;
    return other == TileId{column - 1, row} || other == TileId{column, row + 1} ||
           other == TileId{column, row - 1};
}

}  // namespace xdnasim::schedule
