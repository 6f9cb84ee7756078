#pragma once
// The parts of a GEMM's schedule, each built from the tiling alone.

#include <vector>

#include "xdnasim/workloads/gemm/gemm_tiling.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::gemm {

/// Numbers of the schedule's kernels and host buffers.
enum KernelIndex : int { kZeroKernel = 0, kMatmulKernel = 1 };
enum HostBufferIndex : int { kHostA = 0, kHostB = 1, kHostC = 2 };

/// DMA channels that the mapping gives to A, B and C.
struct Channels {
    static constexpr int kShimA = 0, kShimB = 1;  ///< MM2S
    static constexpr int kShimC = 0;              ///< S2MM
    static constexpr int kMemA = 0, kMemB = 1;    ///< S2MM from the shim, MM2S to the cores
    static constexpr int kMemCIn = 2;             ///< S2MM, + row
    static constexpr int kMemCOut = 2;            ///< MM2S
    static constexpr int kCoreA = 0, kCoreB = 1;  ///< S2MM
    static constexpr int kCoreC = 0;              ///< MM2S
};

/// Core (row, column): double-buffered A and B, one C; locks, BDs and program.
[[nodiscard]] schedule::TileProgram core_program(const Tiling& tiling, int row, int column);

/// All mem tiles. A and B panels that do not fit into their own mem tile lie in a
/// neighbour's. Throws InputError when they do not fit there either.
[[nodiscard]] std::vector<schedule::TileProgram> mem_tile_programs(const Tiling& tiling);

[[nodiscard]] std::vector<schedule::Flow> flows(const Tiling& tiling);

/// Five output blocks in flight; each shim's next block follows its oldest C's token.
[[nodiscard]] std::vector<schedule::SequenceOp> runtime_sequence(const Tiling& tiling);

/// A ring of BDs over `buffers`, each passing from `acquire` to `release`; ids from `first`.
[[nodiscard]] std::vector<schedule::Bd> ring(int first,
                                             const std::vector<schedule::BufferRef>& buffers,
                                             arch::Bytes length,
                                             const std::vector<schedule::Dimension>& dimensions,
                                             schedule::LockRef acquire, schedule::LockRef release);

}  // namespace xdnasim::gemm
