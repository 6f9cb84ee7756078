#include "backends/txn/shim_registers.hpp"

#include <fmt/format.h>

namespace xdnasim::txn {
namespace {

constexpr std::uint32_t kFirstBd = 0x1D000;
constexpr std::uint32_t kS2mmControl = 0x1D200;
constexpr std::uint32_t kMm2sControl = 0x1D210;
constexpr std::uint32_t kQueue = 4;  ///< from a channel's control register to its task queue
constexpr std::uint32_t kChannelStride = 8;

/// The channel whose register, `of_channel` after its control register, is at `at`.
std::optional<Channel> channel_at(const Register& at, std::uint32_t of_channel,
                                  const arch::DmaModel& dma) {
    const auto among = [&](std::uint32_t first, arch::Direction direction,
                           int channels) -> std::optional<Channel> {
        for (int number = 0; number < channels; ++number)
            if (at.offset == first + of_channel + kChannelStride * static_cast<unsigned>(number))
                return Channel{at.tile, direction, number};
        return std::nullopt;
    };
    if (const auto s2mm = among(kS2mmControl, arch::Direction::S2MM, dma.s2mm_channels))
        return s2mm;
    return among(kMm2sControl, arch::Direction::MM2S, dma.mm2s_channels);
}

}  // namespace

std::string name_of(const Channel& channel, const arch::Device& device) {
    const std::string kind =
        device.contains(channel.tile) ? to_string(device.kind(channel.tile)) : "tile";
    return fmt::format("{} {} of {} {}", to_string(channel.direction), channel.number, kind,
                       to_string(channel.tile));
}

Register bd_register(arch::TileId shim, int id) {
    return {shim, kFirstBd + kBdBytes * static_cast<std::uint32_t>(id)};
}

Register control_register(const Channel& channel) {
    const bool writes = channel.direction == arch::Direction::S2MM;
    return {channel.tile, (writes ? kS2mmControl : kMm2sControl) +
                              kChannelStride * static_cast<std::uint32_t>(channel.number)};
}

Register queue_register(const Channel& channel) {
    Register at = control_register(channel);
    at.offset += kQueue;
    return at;
}

std::optional<int> bd_at(std::uint32_t offset, const arch::DmaModel& dma) {
    if (offset < kFirstBd || (offset - kFirstBd) % kBdBytes != 0) return std::nullopt;
    const std::uint32_t id = (offset - kFirstBd) / kBdBytes;
    if (id >= static_cast<std::uint32_t>(dma.bds)) return std::nullopt;
    return static_cast<int>(id);
}

std::optional<Channel> control_at(const Register& at, const arch::DmaModel& dma) {
    return channel_at(at, 0, dma);
}

std::optional<Channel> queue_at(const Register& at, const arch::DmaModel& dma) {
    return channel_at(at, kQueue, dma);
}

}  // namespace xdnasim::txn
