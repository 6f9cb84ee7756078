#pragma once
// Registers of DMAs that a runtime sequence writes or polls (AM025, AIE-ML NoC Module, Memory
// Module and Memory Tile Module).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "backends/txn/fields.hpp"
#include "backends/txn/instructions.hpp"

namespace xdnasim::txn {

/// Bytes from the registers of a BD to those of the next one, in every DMA.
inline constexpr std::uint32_t kBdBytes = 32;
/// Words of a shim's BD.
inline constexpr std::size_t kBdWords = 8;

/// DMA_*_Ctrl: id of the controller that gets the channel's tokens. The field has eight bits
/// (AM025, Controller_ID 15:8); mlir-aie writes four of them, and since 2026 five.
inline constexpr std::uint32_t kControllerMask = 0xF00;
inline constexpr std::uint32_t kWideControllerMask = 0x1F00;
/// Controller_ID of the tile's controller, which passes tokens on to the command processor.
inline constexpr std::uint32_t kTileController = 0xF00;

/// DMA_*_Task_Queue.
inline constexpr Field kQueueToken{"token", 0, 31, 31};
inline constexpr Field kQueueRepeat{"repeat", 0, 23, 16};
inline constexpr Field kQueueBd{"BD", 0, 3, 0};
/// DMA_*_Start_Queue: a mem tile uses all six bits, a core the lower four, with 0 in the others.
inline constexpr Field kMemoryQueueBd{"BD", 0, 5, 0};

/// DMA_*_Status: highest bit of Task_Queue_Size (22:20), set when four tasks wait in the queue.
inline constexpr std::uint32_t kQueueIsFull = 0x400000;

using Channel = arch::DmaChannelId;
/// Returns the channel in words: "S2MM 0 of mem tile (2,1)"; a tile outside the array is a "tile".
[[nodiscard]] std::string name_of(const Channel& channel, const arch::Device& device);

// Positions of registers. `kind`: kind of the tile.
[[nodiscard]] Register bd_register(arch::TileId tile, int id, arch::TileKind kind);
[[nodiscard]] Register control_register(const Channel& channel, arch::TileKind kind);
[[nodiscard]] Register queue_register(const Channel& channel, arch::TileKind kind);
[[nodiscard]] Register status_register(const Channel& channel, arch::TileKind kind);

// The BD whose first register is `at`, and the channel whose control, task queue or status register
// is `at`; nullopt if `at` is no such register. Precondition: the device contains the tile.
[[nodiscard]] std::optional<int> bd_at(const Register& at, const arch::Device& device);
[[nodiscard]] std::optional<Channel> control_at(const Register& at, const arch::Device& device);
[[nodiscard]] std::optional<Channel> queue_at(const Register& at, const arch::Device& device);
[[nodiscard]] std::optional<Channel> status_at(const Register& at, const arch::Device& device);

/// Number of registers of a BD: 6 for a core, 8 for shims and mem tiles.
[[nodiscard]] std::size_t bd_words(arch::TileKind kind);

}  // namespace xdnasim::txn
