#pragma once
// What a device can transfer.

#include "arch/device.hpp"
#include "workloads/transfer/transfer_design.hpp"

namespace xdnasim::transfer {

/// Streams that a column has DMA channels and BDs for.
[[nodiscard]] int most_streams(const arch::Device& device);

/// Throws MappingError when the matrices do not fall into tiles or their tiles into equal shares
/// (the nearest sizes that do), or when a mem tile cannot hold the tiles.
void require_mappable(const TransferDesign& design, const arch::Device& device);

}  // namespace xdnasim::transfer
