#pragma once
// Positions of the fields of a BD in the registers of DMAs.

#include <array>
#include <cstddef>
#include <vector>

#include "arch/tile.hpp"
#include "backends/txn/fields.hpp"

namespace xdnasim::txn {

inline constexpr std::size_t kLayoutDimensions = 4;
inline constexpr std::size_t kMaxPadded = 3;

/// Names and positions from AM025 (registers DMA_BD0_0 and following of the NoC module, the memory
/// module and the mem tile).
struct BdLayout {
    Field length;
    Field address;  ///< no name for a shim, whose address a DDR_PATCH sets
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

[[nodiscard]] const BdLayout& bd_layout_of(arch::TileKind kind);

/// Returns the fields with their names in aiex.npu.writebd (mlir-aie AIEX.td), without the address
/// of a shim's BD, which an address_patch sets.
[[nodiscard]] std::vector<Field> bd_fields(arch::TileKind kind);

/// Fields of aiex.npu.writebd that a shim's BD does not have, or that an address_patch or mlir-aie
/// itself sets. They are written as 0, except for the burst_length of a trace's BD, which is in
/// bytes; a burst_length of 0 stands for the longest.
inline constexpr std::array kUnusedBdFields{"buffer_offset",  "burst_length",  "d0_zero_after",
                                            "d0_zero_before", "d1_zero_after", "d1_zero_before",
                                            "d2_size",        "d2_zero_after", "d2_zero_before"};

}  // namespace xdnasim::txn
