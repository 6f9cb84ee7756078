#include "backends/txn/dma_registers.hpp"

#include <fmt/format.h>

namespace xdnasim::txn {
namespace {

struct DmaRegisters {
    std::uint32_t first_bd;
    std::uint32_t s2mm_control;
    std::uint32_t mm2s_control;
    std::uint32_t s2mm_status;
    std::uint32_t mm2s_status;
    std::size_t words;  ///< number of registers of a BD
};
constexpr DmaRegisters kShimDma{0x1D000, 0x1D200, 0x1D210, 0x1D220, 0x1D228, kBdWords};
constexpr DmaRegisters kMemTileDma{0xA0000, 0xA0600, 0xA0630, 0xA0660, 0xA0680, 8};
constexpr DmaRegisters kCoreDma{0x1D000, 0x1DE00, 0x1DE10, 0x1DF00, 0x1DF10, 6};

/// Bytes from a channel's control register to its task queue.
constexpr std::uint32_t kQueueBehindControl = 4;
/// Bytes from the control register, or task queue, of a channel to that of the next channel.
constexpr std::uint32_t kChannelSpacing = 8;
constexpr std::uint32_t kStatusSpacing = 4;

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

/// Offsets of a register that every channel of a DMA has: those of channel 0 in each direction.
struct FirstRegisters {
    std::uint32_t s2mm;
    std::uint32_t mm2s;
    std::uint32_t spacing;  ///< bytes to the register of the next channel

    [[nodiscard]] Register of(const Channel& channel) const {
        const bool writes = channel.direction == arch::Direction::S2MM;
        return {channel.tile,
                (writes ? s2mm : mm2s) + spacing * static_cast<std::uint32_t>(channel.number)};
    }
};

FirstRegisters control_registers(arch::TileKind kind) {
    const DmaRegisters& registers = registers_of(kind);
    return {registers.s2mm_control, registers.mm2s_control, kChannelSpacing};
}

FirstRegisters queue_registers(arch::TileKind kind) {
    FirstRegisters first = control_registers(kind);
    first.s2mm += kQueueBehindControl;
    first.mm2s += kQueueBehindControl;
    return first;
}

FirstRegisters status_registers(arch::TileKind kind) {
    const DmaRegisters& registers = registers_of(kind);
    return {registers.s2mm_status, registers.mm2s_status, kStatusSpacing};
}

/// Returns the channel whose register, of the kind that `registers` locates, is `at`.
std::optional<Channel> channel_at(const Register& at, FirstRegisters (*registers)(arch::TileKind),
                                  const arch::Device& device) {
    const FirstRegisters first = registers(device.kind(at.tile));
    const arch::DmaModel& dma = device.model(at.tile).dma;
    for (const arch::Direction direction : {arch::Direction::S2MM, arch::Direction::MM2S})
        for (int number = 0; number < dma.channels(direction); ++number)
            if (const Channel channel{at.tile, direction, number}; first.of(channel) == at)
                return channel;
    return std::nullopt;
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
    return control_registers(kind).of(channel);
}

Register queue_register(const Channel& channel, arch::TileKind kind) {
    return queue_registers(kind).of(channel);
}

Register status_register(const Channel& channel, arch::TileKind kind) {
    return status_registers(kind).of(channel);
}

std::optional<int> bd_at(const Register& at, const arch::Device& device) {
    const std::uint32_t first = registers_of(device.kind(at.tile)).first_bd;
    if (at.offset < first || (at.offset - first) % kBdBytes != 0) return std::nullopt;
    const std::uint32_t id = (at.offset - first) / kBdBytes;
    if (id >= static_cast<std::uint32_t>(device.model(at.tile).dma.bds)) return std::nullopt;
    return static_cast<int>(id);
}

std::optional<Channel> control_at(const Register& at, const arch::Device& device) {
    return channel_at(at, control_registers, device);
}

std::optional<Channel> queue_at(const Register& at, const arch::Device& device) {
    return channel_at(at, queue_registers, device);
}

std::optional<Channel> status_at(const Register& at, const arch::Device& device) {
    return channel_at(at, status_registers, device);
}

std::size_t bd_words(arch::TileKind kind) {
    return registers_of(kind).words;
}

}  // namespace xdnasim::txn
