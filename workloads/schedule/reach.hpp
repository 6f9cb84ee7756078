#pragma once
// Whose memory and locks a DMA or a core can reach (mlir-aie AIETargetModel,
// isLegalMemAffinity).

#include "arch/device.hpp"

namespace xdnasim::schedule {

/// Own tile; of a mem tile also its west and east neighbours, by some channel.
/// Precondition here and below: the device contains `tile`, not always `other`.
[[nodiscard]] bool dma_reaches(const arch::Device& device, arch::TileId tile, arch::TileId other);

/// As dma_reaches, by this channel.
[[nodiscard]] bool channel_reaches(const arch::Device& device, arch::TileId tile, int channel,
                                   arch::TileId other);

/// A core reaches its own memory and that of its west, north and south neighbours, where
/// these are cores. East of it is its own memory's other window.
[[nodiscard]] bool core_reaches(const arch::Device& device, arch::TileId core, arch::TileId other);

}  // namespace xdnasim::schedule
