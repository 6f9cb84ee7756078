#pragma once
// Where the fields of a BD lie in the registers of cores and mem tiles.

#include <array>
#include <cstddef>

#include "backends/txn/memory_bd.hpp"

namespace xdnasim::txn {

inline constexpr std::size_t kLayoutDimensions = 4;
inline constexpr std::size_t kMaxPadded = 3;

/// Names and places of AM025 (DMA_BD0_0 and on of a memory module, and of a mem tile).
struct BdLayout {
    Field length, address;
    Field packet, out_of_order, packet_id, packet_type;
    std::size_t dimensions;
    std::array<Field, kLayoutDimensions> steps;
    std::array<Field, kLayoutDimensions - 1> wraps;
    std::size_t padded;
    std::array<Field, kMaxPadded> before, after;
    Field iteration_now, iteration_wrap, iteration_step;
    Field next, use_next, valid;
    Field released, released_lock, acquires, acquired, acquired_lock;
};

/// Precondition: a core's tile or a mem tile.
[[nodiscard]] const BdLayout& bd_layout_of(arch::TileId tile, const arch::Device& device);

}  // namespace xdnasim::txn
