#pragma once
// Where the fields of a BD lie in the registers of DMAs.

#include <array>
#include <cstddef>
#include <vector>

#include "arch/tile.hpp"
#include "backends/txn/fields.hpp"

namespace xdnasim::txn {

inline constexpr std::size_t kLayoutDimensions = 4;
inline constexpr std::size_t kMaxPadded = 3;

/// Names and places of AM025 (DMA_BD0_0 and on of a NoC module, a memory module and a mem tile).
struct BdLayout {
    Field length;
    Field address;  ///< without a name: of a shim, where a DDR_PATCH gives it
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

/// The fields by the names of aiex.npu.writebd (mlir-aie AIEX.td). The address of a shim's BD is
/// not among them: an address_patch gives it.
[[nodiscard]] std::vector<Field> bd_fields(arch::TileKind kind);

/// Fields that a shim's BD does not have, and those that an address_patch or mlir-aie itself sets:
/// 0 in all that is written here, but for the burst_length of a trace's BD, in bytes. One of 0 is
/// the longest.
inline constexpr std::array kUnusedBdFields{"buffer_offset",  "burst_length",  "d0_zero_after",
                                            "d0_zero_before", "d1_zero_after", "d1_zero_before",
                                            "d2_size",        "d2_zero_after", "d2_zero_before"};

}  // namespace xdnasim::txn
