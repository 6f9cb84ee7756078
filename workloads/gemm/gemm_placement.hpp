#pragma once
// Where the buffers lie: in a core's memory, and in the row of mem tiles.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::gemm {

/// Buffers of A and of B in a core and in a mem tile: one is filled while the other is used.
inline constexpr int kInputBuffers = 2;

/// DMA channels that the mapping gives to A, B and C.
struct Channels {
    static constexpr int kShimA = 0, kShimB = 1;  ///< MM2S
    static constexpr int kShimC = 0;              ///< S2MM
    static constexpr int kMemA = 0, kMemB = 1;    ///< S2MM from the shim
    static constexpr int kMemCIn = 2;             ///< S2MM from the cores, + row
    static constexpr int kMemBOut = 1;            ///< MM2S to the cores
    static constexpr int kCoreA = 0, kCoreB = 1;  ///< S2MM
    static constexpr int kCoreC = 0;              ///< MM2S

    /// MM2S channel of the mem tile for the A of the `index`-th row that enters at its column.
    static constexpr int mem_a_out(int index) { return index == 0 ? 0 : index + kMemBOut; }
    /// MM2S channel of the mem tile for C, beside `a_rows` of A and one of B.
    static constexpr int mem_c_out(int a_rows) { return a_rows == 0 ? 2 : a_rows + 1; }
};

/// Buffers of a core by index.
struct CoreBuffers {
    static constexpr int kA = 0, kB = kA + kInputBuffers, kC = kB + kInputBuffers;
    /// What A is converted to, if it is.
    static constexpr int converted_a(int c_buffers) { return kC + c_buffers; }
};

/// Where a core's matrices lie when nobody says it: in the order of mlir-aie's sequential
/// allocation, the largest buffers first. Of equal ones C comes before B and B before A, as
/// recordings show it in which accesses meet in the banks (single_core of kurtis-b/mlir-aie on a
/// Phoenix, of ChengyueWang/mlir-aie on a Strix, 2025).
///
/// With B in bfp16, outside mlir-aie's design in four slots, it is A, B, C: single cores with
/// kernels by hand (Wang et al. 2025, Table 1) lose more than the largest first would cost them.
/// Nobody has published their addresses.
[[nodiscard]] std::array<Matrix, 3> open_order(const GemmDesign& design);

/// The buffers of every core, in CoreBuffers' order, where the design's core_memory has them. What
/// A is converted to is the kernel's own and lies on the stack, above what `stack` leaves free.
[[nodiscard]] std::vector<schedule::Buffer> core_buffers(const GemmDesign& design);
/// Bytes of them.
[[nodiscard]] arch::Bytes core_buffer_bytes(const GemmDesign& design);

/// What one column's mem tile passes on.
struct ColumnBuffers {
    std::vector<std::vector<schedule::BufferRef>> a;  ///< by the column's rows of A
    std::vector<schedule::BufferRef> b;
    std::vector<std::vector<schedule::BufferRef>> c;  ///< by row of cores
};

/// A buffer for which there is no room.
struct MemTileOverflow {
    int column = 0;
    std::string buffer;
    arch::Bytes size{};
    arch::Bytes room{};  ///< the most that one mem tile in reach has left
};

struct MemTilePlacement {
    std::vector<std::vector<schedule::Buffer>> memories;  ///< by column
    std::vector<ColumnBuffers> columns;
    std::optional<MemTileOverflow> overflow;  ///< then the rest is not complete
};

/// C lies in its own mem tile. Panels of A and B that do not fit there lie in the mem tile
/// west or east, if their channels reach it (AM020: a mem tile's first channels do).
[[nodiscard]] MemTilePlacement place_in_mem_tiles(const GemmDesign& design,
                                                  const arch::Device& device);

}  // namespace xdnasim::gemm
