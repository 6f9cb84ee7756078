#pragma once
// A matrix multiplication as operations of the core, in the structure of the public kernels
// (mlir-aie, aie_kernels/aie2/mm.cc, aie2p/mm.cc and aie2p/mm_bfp.cc; AIE4ML's dense layer): a
// block of r x t tiles of C stays in accumulators while K runs.

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/matmul_tiles.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// What C starts from, and how it ends.
enum class CallKind : std::uint8_t {
    Accumulate,  ///< C is loaded, added to and stored
    First,       ///< C starts from the first product (VMUL)
    BiasRelu,    ///< C starts from a bias for each column; negative sums are stored as 0
};

/// Preconditions: m, k, n are multiples of r, s, t, and m/r and n/t of the blocking. BiasRelu: the
/// accumulators are 32 bits wide.
[[nodiscard]] vliw::LoopNest matmul_nest(const Matmul& matmul, const arch::MatrixRate& rate,
                                         const arch::SlotModel& slots, Blocking blocking,
                                         CallKind kind);

/// The blocking of the published kernel where it divides the tile, otherwise the one that does
/// with as many tiles of C at most, the nearest to square.
[[nodiscard]] Blocking choose_blocking(const Matmul& matmul, const arch::MatrixRate& rate);

/// Accumulator registers of 512 bit that a block takes.
[[nodiscard]] int accumulators_of(const Matmul& matmul, Blocking blocking);

}  // namespace xdnasim::kernels
