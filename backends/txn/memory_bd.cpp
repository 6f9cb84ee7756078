#include "backends/txn/memory_bd.hpp"

namespace xdnasim::txn {

MemoryPlace memory_place(arch::TileId tile, arch::Bytes address, const arch::Device& device) {
    const arch::TileModel& model = device.model(tile);
    if (model.dma.neighbour_channels == 0 || model.memory <= arch::Bytes{0}) return {tile, address};
    const auto window = static_cast<int>(address / model.memory);
    const arch::Bytes inside = address - model.memory * std::int64_t{window};
    arch::TileId owner{tile.column + window - 1, tile.row};
    // The first column has no neighbour in the west: what counts from there is its own.
    if (!device.contains(owner)) owner = tile;
    return {owner, inside};
}

}  // namespace xdnasim::txn
