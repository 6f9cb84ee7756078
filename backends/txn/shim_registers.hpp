#pragma once
// The registers of a shim's DMA that a runtime sequence writes (AM025, AIE-ML NoC module).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arch/device.hpp"
#include "backends/txn/instructions.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::txn {

inline constexpr std::size_t kBdWords = 8;
inline constexpr std::uint32_t kBdBytes = 4 * kBdWords;
/// Of a BD, the low word of its address: what a DDR_PATCH names.
inline constexpr std::uint32_t kBdAddress = 4;
/// Has word `word` of a BD a part of its address?
[[nodiscard]] constexpr bool holds_address(std::size_t word) {
    return word == 1 || word == 2;
}

/// A field of a register: bits msb:lsb of word `word` of a block.
struct Field {
    std::string_view name;
    std::size_t word = 0;
    int msb = 31;
    int lsb = 0;
    [[nodiscard]] constexpr std::int64_t max() const {
        return (std::int64_t{2} << (msb - lsb)) - 1;
    }
};

/// DMA_*_Ctrl: where the channel's tokens go. The field has eight bits (AM025, Controller_ID 15:8);
/// mlir-aie writes four of them, and five since 2026.
inline constexpr std::uint32_t kControllerMask = 0xF00;
inline constexpr std::uint32_t kWideControllerMask = 0x1F00;
/// The tile's controller, that hands tokens on to the command processor.
inline constexpr std::uint32_t kTileController = 0xF00;

/// DMA_*_Task_Queue.
inline constexpr Field kQueueToken{"token", 0, 31, 31};
inline constexpr Field kQueueRepeat{"repeat", 0, 23, 16};
inline constexpr Field kQueueBd{"BD", 0, 3, 0};

using Channel = arch::DmaChannelId;
/// "S2MM 0 of mem tile (2,1)"; a tile outside the array is a "tile".
[[nodiscard]] std::string name_of(const Channel& channel, const arch::Device& device);

[[nodiscard]] Register bd_register(arch::TileId shim, int id);
[[nodiscard]] Register control_register(const Channel& channel);
[[nodiscard]] Register queue_register(const Channel& channel);

// What a register is; nullopt when it is another one. `dma`: of a shim.
[[nodiscard]] std::optional<int> bd_at(std::uint32_t offset, const arch::DmaModel& dma);
[[nodiscard]] std::optional<Channel> control_at(const Register& at, const arch::DmaModel& dma);
[[nodiscard]] std::optional<Channel> queue_at(const Register& at, const arch::DmaModel& dma);

// A shim's BD and the eight words of its registers.

using BdWords = std::array<std::uint32_t, kBdWords>;

/// How much a shim's DMA asks of the host's memory at once.
enum class Burst : std::uint8_t {
    Shortest,  ///< kShortestBurst
    Longest    ///< that the generation has
};
inline constexpr arch::Bytes kShortestBurst{64};

/// The longest, but for the words of trace units: what does not fill a burst at the end of a trace
/// is never written (mlir-aie, programming_guide/section-4/section-4b).
[[nodiscard]] Burst burst_of(const schedule::WriteBd& write, const schedule::Schedule& schedule);

/// A BD of `shim` without its address, which a DDR_PATCH gives. `name` is for errors.
/// Throws InputError when a field cannot hold what the BD says.
[[nodiscard]] BdWords words_of(const schedule::Bd& bd, arch::TileId shim,
                               const arch::Device& device, const std::string& name,
                               Burst burst = Burst::Longest);

/// What the words mean, in its shortest form; its offset is the address in them, its id and
/// buffer are not set. A dimension has no wrap register when it is the outermost: what the length
/// leaves for it is its size.
/// Throws InputError for what the simulated DMA does not do.
[[nodiscard]] schedule::Bd bd_of(const BdWords& words, arch::TileId shim, const std::string& name);

}  // namespace xdnasim::txn
