#pragma once
// BDs of cores and mem tiles that a runtime sequence writes (AM025, AIE-ML Memory Module and Memory
// Tile Module).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::txn {

// Precondition here and below: the device has the tile, and it is a core's or a mem tile.

/// A tile and an address in its memory. In the registers of a mem tile's DMA, the address ranges
/// and lock numbers of three tiles follow each other: its west neighbour, itself and its east
/// neighbour. A core's DMA reaches only its own tile.
struct MemoryPlace {
    arch::TileId tile;
    arch::Bytes address{};
};
/// Returns where `address` in the registers of a DMA of `tile` lies.
[[nodiscard]] MemoryPlace memory_place(arch::TileId tile, arch::Bytes address,
                                       const arch::Device& device);

/// Returns the words of a BD of `tile` whose buffer begins at `begin`.
/// Throws InputError when a field cannot hold a value of the BD.
[[nodiscard]] std::vector<std::uint32_t> memory_words_of(const schedule::Bd& bd, arch::TileId tile,
                                                         const MemoryPlace& begin,
                                                         const arch::Device& device,
                                                         const std::string& name);

/// Returns the BD in the words. Its offset is the address in them, for memory_place(); id and
/// buffer are not set. Throws InputError for settings that the simulated DMA does not support.
[[nodiscard]] schedule::Bd memory_bd_of(std::span<const std::uint32_t> words, arch::TileId tile,
                                        const arch::Device& device, const std::string& name);

}  // namespace xdnasim::txn
