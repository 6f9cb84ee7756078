#pragma once
// Placement of the buffers in a core's memory and in the row of MemTiles.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::gemm {

/// Number of buffers of A, and of B, in a core and in a MemTile: one is filled while the other is
/// used (ping-pong).
inline constexpr int kInputBuffers = 2;

/// DMA channels that the mapping gives to A, B and C.
struct Channels {
    static constexpr int kShimA = 0, kShimB = 1;  ///< MM2S
    static constexpr int kShimC = 0;              ///< S2MM
    static constexpr int kMemA = 0, kMemB = 1;    ///< S2MM from the shim
    static constexpr int kMemCIn = 2;             ///< S2MM from the cores; plus the row
    static constexpr int kMemBOut = 1;            ///< MM2S to the cores
    static constexpr int kCoreA = 0, kCoreB = 1;  ///< S2MM
    static constexpr int kCoreC = 0;              ///< MM2S

    /// MM2S channel of the MemTile for the A of the `index`-th row of cores whose A enters at its
    /// column.
    static constexpr int mem_a_out(int index) { return index == 0 ? 0 : index + kMemBOut; }
    /// MM2S channel of the MemTile for C, after `a_rows` channels for A and one for B.
    static constexpr int mem_c_out(int a_rows) { return a_rows == 0 ? 2 : a_rows + 1; }
};

/// Indices of a core's buffers.
struct CoreBuffers {
    static constexpr int kA = 0, kB = kA + kInputBuffers, kC = kB + kInputBuffers;
    /// Buffer of the converted A, if A is converted.
    static constexpr int converted_a(int c_buffers) { return kC + c_buffers; }
};

/// Order of a core's matrices when none is given: that of mlir-aie's sequential allocation, the
/// largest buffers first. Of equal ones, C comes before B and B before A, as recordings show by the
/// accesses that meet in the banks (single_core of kurtis-b/mlir-aie on a Phoenix, of
/// ChengyueWang/mlir-aie on a Strix, 2025).
///
/// If B is bfp16, the order is A, B, C, except for mlir-aie's design in four slots: single cores
/// with kernels laid out by hand (Wang et al. 2025, Table 1) lose more cycles than the
/// largest-first order would cost them. Their addresses are not published.
[[nodiscard]] std::array<Matrix, 3> open_order(const GemmDesign& design);

/// The buffers of every core, in the order of CoreBuffers, at the addresses of the design's
/// core_memory. The converted A belongs to the kernel and lies on the stack, above the bytes that
/// `stack` keeps free.
[[nodiscard]] std::vector<schedule::Buffer> core_buffers(const GemmDesign& design);
/// Bytes of all buffers of a core.
[[nodiscard]] arch::Bytes core_buffer_bytes(const GemmDesign& design);

/// Buffers of the streams that one column's MemTile passes on.
struct ColumnBuffers {
    std::vector<std::vector<schedule::BufferRef>> a;  ///< by the rows of A that enter at the column
    std::vector<schedule::BufferRef> b;
    std::vector<std::vector<schedule::BufferRef>> c;  ///< by row of cores
};

/// A buffer for which there is no room.
struct MemTileOverflow {
    int column = 0;
    std::string buffer;
    arch::Bytes size{};
    arch::Bytes room{};  ///< largest free space in any MemTile in reach
};

struct MemTilePlacement {
    std::vector<std::vector<schedule::Buffer>> memories;  ///< by column
    std::vector<ColumnBuffers> columns;
    std::optional<MemTileOverflow> overflow;  ///< if set, the other members are not complete
};

/// Places the buffers. C lies in its column's MemTile. Panels of A and B that do not fit there lie
/// in the MemTile to the west or east, if their channels reach it (AM020: the first channels of a
/// MemTile do).
[[nodiscard]] MemTilePlacement place_in_mem_tiles(const GemmDesign& design,
                                                  const arch::Device& device);

}  // namespace xdnasim::gemm
