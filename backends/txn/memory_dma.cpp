#include "backends/txn/memory_dma.hpp"

#include <array>

#include "arch/tile.hpp"

namespace xdnasim::txn {
namespace {

struct DmaRegisters {
    std::uint32_t first_bd;
    std::uint32_t s2mm_control;
    std::uint32_t mm2s_control;
    std::size_t words;  ///< of a BD
};
constexpr DmaRegisters kCoreDma{0x1D000, 0x1DE00, 0x1DE10, 6};
constexpr DmaRegisters kMemTileDma{0xA0000, 0xA0600, 0xA0630, 8};
constexpr std::uint32_t kQueueBehindControl =
    4;  ///< from a channel's control register to its task queue
constexpr std::uint32_t kChannelSpacing = 8;

const DmaRegisters& registers_of(arch::TileId tile, const arch::Device& device) {
    return device.kind(tile) == arch::TileKind::MemTile ? kMemTileDma : kCoreDma;
}

std::optional<Channel> memory_channel_at(const Register& at, std::uint32_t of_channel,
                                         const arch::Device& device) {
    const DmaRegisters& layout = registers_of(at.tile, device);
    const arch::DmaModel& dma = device.model(at.tile).dma;
    const auto among = [&](std::uint32_t first, arch::Direction direction,
                           int channels) -> std::optional<Channel> {
        for (int number = 0; number < channels; ++number)
            if (at.offset == first + of_channel + kChannelSpacing * static_cast<unsigned>(number))
                return Channel{at.tile, direction, number};
        return std::nullopt;
    };
    if (const auto s2mm = among(layout.s2mm_control, arch::Direction::S2MM, dma.s2mm_channels))
        return s2mm;
    return among(layout.mm2s_control, arch::Direction::MM2S, dma.mm2s_channels);
}

}  // namespace

Register memory_bd_register(arch::TileId tile, const arch::Device& device, int id) {
    return {tile, registers_of(tile, device).first_bd + kBdBytes * static_cast<std::uint32_t>(id)};
}

Register memory_control_register(const Channel& channel, const arch::Device& device) {
    const DmaRegisters& layout = registers_of(channel.tile, device);
    const bool writes = channel.direction == arch::Direction::S2MM;
    return {channel.tile, (writes ? layout.s2mm_control : layout.mm2s_control) +
                              kChannelSpacing * static_cast<std::uint32_t>(channel.number)};
}

Register memory_queue_register(const Channel& channel, const arch::Device& device) {
    Register at = memory_control_register(channel, device);
    at.offset += kQueueBehindControl;
    return at;
}

std::optional<int> memory_bd_at(const Register& at, const arch::Device& device) {
    const std::uint32_t first = registers_of(at.tile, device).first_bd;
    if (at.offset < first || (at.offset - first) % kBdBytes != 0) return std::nullopt;
    const std::uint32_t id = (at.offset - first) / kBdBytes;
    if (id >= static_cast<std::uint32_t>(device.model(at.tile).dma.bds)) return std::nullopt;
    return static_cast<int>(id);
}

std::optional<Channel> memory_queue_at(const Register& at, const arch::Device& device) {
    return memory_channel_at(at, kQueueBehindControl, device);
}

std::optional<Channel> memory_control_at(const Register& at, const arch::Device& device) {
    return memory_channel_at(at, 0, device);
}

std::size_t memory_bd_words(arch::TileId tile, const arch::Device& device) {
    return registers_of(tile, device).words;
}

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
