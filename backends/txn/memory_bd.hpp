#pragma once
// The BDs of cores and mem tiles as a runtime sequence writes them (AM025, AIE-ML Memory Module and
// Memory Tile Module).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::txn {

// Precondition here and below: the tile is a core's or a mem tile, of the device.

/// In a mem tile's registers, the tiles whose memory and locks it reaches follow each other: its
/// west neighbour, itself, its east one. A core's DMA reaches its own.
struct MemoryPlace {
    arch::TileId tile;
    arch::Bytes address{};
};
[[nodiscard]] MemoryPlace memory_place(arch::TileId tile, arch::Bytes address,
                                       const arch::Device& device);

/// A BD of `tile` whose buffer begins at `begin`.
/// Throws InputError when a field cannot hold what the BD says.
[[nodiscard]] std::vector<std::uint32_t> memory_words_of(const schedule::Bd& bd, arch::TileId tile,
                                                         const MemoryPlace& begin,
                                                         const arch::Device& device,
                                                         const std::string& name);

/// What the words mean; its offset is the address in them, for memory_place(), its id and buffer
/// are not set. Throws InputError for what the simulated DMA does not do.
[[nodiscard]] schedule::Bd memory_bd_of(std::span<const std::uint32_t> words, arch::TileId tile,
                                        const arch::Device& device, const std::string& name);

}  // namespace xdnasim::txn
