#include "backends/txn/dma_registers.hpp"

#include <fmt/format.h>

namespace xdnasim::txn {
namespace {

struct DmaRegisters {
    std::uint32_t first_bd;
    std::uint32_t s2mm_control;
    std::uint32_t mm2s_control;
    std::size_t words;  ///< of a BD
};
constexpr DmaRegisters kShimDma{0x1D000, 0x1D200, 0x1D210, kBdWords};
constexpr DmaRegisters kMemTileDma{0xA0000, 0xA0600, 0xA0630, 8};
constexpr DmaRegisters kCoreDma{0x1D000, 0x1DE00, 0x1DE10, 6};

/// From a channel's control register to its task queue.
constexpr std::uint32_t kQueueBehindControl = 4;
constexpr std::uint32_t kChannelSpacing = 8;

const DmaRegisters& registers_of(arch::TileKind kind) {
    switch (kind) {
        case arch::TileKind::Shim:
            return kShimDma;
        case arch::TileKind::MemTile:
            return kMemTileDma;
        case arch::TileKind::CompTile:
            break;
    }
    return kCoreDma;
}

/// The channel whose register, `of_channel` after its control register, is at `at`.
std::optional<Channel> channel_at(const Register& at, std::uint32_t of_channel,
                                  const arch::Device& device) {
    const DmaRegisters& registers = registers_of(device.kind(at.tile));
    const arch::DmaModel& dma = device.model(at.tile).dma;
    const auto among = [&](std::uint32_t first, arch::Direction direction,
                           int channels) -> std::optional<Channel> {
        for (int number = 0; number < channels; ++number)
            if (at.offset == first + of_channel + kChannelSpacing * static_cast<unsigned>(number))
                return Channel{at.tile, direction, number};
        return std::nullopt;
    };
    if (const auto s2mm = among(registers.s2mm_control, arch::Direction::S2MM, dma.s2mm_channels))
        return s2mm;
    return among(registers.mm2s_control, arch::Direction::MM2S, dma.mm2s_channels);
}

}  // namespace

std::string name_of(const Channel& channel, const arch::Device& device) {
    return fmt::format("{} {} of {}", to_string(channel.direction), channel.number,
                       device.name_of(channel.tile));
}

Register bd_register(arch::TileId tile, int id, arch::TileKind kind) {
    return {tile, registers_of(kind).first_bd + kBdBytes * static_cast<std::uint32_t>(id)};
}

Register control_register(const Channel& channel, arch::TileKind kind) {
    const DmaRegisters& registers = registers_of(kind);
    const bool writes = channel.direction == arch::Direction::S2MM;
    return {channel.tile, (writes ? registers.s2mm_control : registers.mm2s_control) +
                              kChannelSpacing * static_cast<std::uint32_t>(channel.number)};
}

Register queue_register(const Channel& channel, arch::TileKind kind) {
    Register at = control_register(channel, kind);
    at.offset += kQueueBehindControl;
    return at;
}

std::optional<int> bd_at(const Register& at, const arch::Device& device) {
    const std::uint32_t first = registers_of(device.kind(at.tile)).first_bd;
    if (at.offset < first || (at.offset - first) % kBdBytes != 0) return std::nullopt;
    const std::uint32_t id = (at.offset - first) / kBdBytes;
    if (id >= static_cast<std::uint32_t>(device.model(at.tile).dma.bds)) return std::nullopt;
    return static_cast<int>(id);
}

std::optional<Channel> control_at(const Register& at, const arch::Device& device) {
    return channel_at(at, 0, device);
}

std::optional<Channel> queue_at(const Register& at, const arch::Device& device) {
    return channel_at(at, kQueueBehindControl, device);
}

std::size_t bd_words(arch::TileKind kind) {
    return registers_of(kind).words;
}

}  // namespace xdnasim::txn
