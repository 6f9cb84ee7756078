#include "backends/txn/memory_bd.hpp"

#include "backends/txn/bd_coding.hpp"
#include "backends/txn/bd_layout.hpp"
#include "backends/txn/dma_registers.hpp"

namespace xdnasim::txn {
namespace {

/// Returns the position of `owner` among the tiles that a DMA of `tile` reaches: 0 to 2 from west
/// to east for a mem tile, 0 for a core.
std::int64_t window_of(arch::TileId tile, arch::TileId owner, const arch::Device& device) {
    return device.model(tile).dma.neighbour_channels == 0 ? 0 : owner.column - tile.column + 1;
}

/// Returns the tile at position `window` among those that a DMA of `tile`, a mem tile, reaches. In
/// the first column, which has no west neighbour, position 0 is the tile itself, too.
arch::TileId owner_of(std::int64_t window, arch::TileId tile) {
    const arch::TileId owner{tile.column + static_cast<int>(window) - 1, tile.row};
    return owner.column < 0 ? tile : owner;
}

}  // namespace

MemoryPlace memory_place(arch::TileId tile, arch::Bytes address, const arch::Device& device) {
    const arch::TileModel& model = device.model(tile);
    if (model.dma.neighbour_channels == 0 || model.memory <= arch::Bytes{0}) return {tile, address};
    const std::int64_t window = address / model.memory;
    return {owner_of(window, tile), address - model.memory * window};
}

std::vector<std::uint32_t> memory_words_of(const schedule::Bd& bd, arch::TileId tile,
                                           const MemoryPlace& begin, const arch::Device& device,
                                           const std::string& name) {
    const arch::TileKind kind = device.kind(tile);
    const arch::TileModel& model = device.model(kind);
    const BdLayout& layout = bd_layout_of(kind);
    std::vector<std::uint32_t> words(bd_words(kind));
    FieldWriter writer{words, name};
    writer.put_words(layout.address,
                     begin.address + model.memory * window_of(tile, begin.tile, device));
    put_bd(writer, layout, bd, [&](const schedule::LockRef& lock) {
        return lock.id + model.locks * window_of(tile, lock.tile, device);
    });
    return words;
}

schedule::Bd memory_bd_of(std::span<const std::uint32_t> words, arch::TileId tile,
                          const arch::Device& device, const std::string& name) {
    const arch::TileModel& model = device.model(tile);
    const BdLayout& layout = bd_layout_of(device.kind(tile));
    schedule::Bd bd = get_bd(words, layout, name, [&](int number) -> schedule::LockRef {
        if (model.dma.neighbour_channels == 0) return {tile, number};
        return {owner_of(number / model.locks, tile), number % model.locks};
    });
    bd.offset = arch::kWord * get(words, layout.address);
    return bd;
}

}  // namespace xdnasim::txn
