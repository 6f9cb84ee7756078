#pragma once
// The runtime sequences of a GEMM, which differ in which BDs of a shim are rewritten, and when.

#include <cstdint>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::gemm {

/// The runtime sequence of the design. Overlapped: as many output blocks in flight as the shims'
/// task queues hold; each shim starts its next block when the token of its oldest C arrives.
/// Sequential: one block at a time on all columns. Ping-pong and four slots: see
/// ping_pong_sequence() and four_slots_sequence().
[[nodiscard]] std::vector<schedule::SequenceOp> runtime_sequence(const GemmDesign& design,
                                                                 const arch::Device& device);

/// Number of columns whose shims send A to at least one row of cores.
[[nodiscard]] int columns_with_a(const GemmDesign& design);

/// Number of operations of the runtime sequence with its loops unrolled; each round of a loop
/// counts as one more. With ping-pong it is somewhat higher than the true number.
[[nodiscard]] std::int64_t most_operations(const GemmDesign& design, const arch::Device& device);

// The runtime sequence of mlir-aie's whole_array GEMM (programming_examples/basic/
// matrix_multiplication/whole_array).

/// Largest number of block rows in a half.
inline constexpr int kMaxBlockRows = 2;
[[nodiscard]] int block_rows_of_half(const GemmDesign& design, const arch::Device& device);

/// The sequence takes the block rows of C in halves, ping and pong in turn, each of up to two block
/// rows and with half of a shim's BDs. In a half, each column has
///   BD 0            C of all its block rows,
///   BD 1+2t, 2+2t   A of block row t once for each block along N, and all of B,
/// so that blocks run N-fastest. After each half but the first, the sequence waits for the C of the
/// half before on every column: two halves are in flight, and a BD is rewritten when the half that
/// used it is complete.
///
/// A half has one block row if no more fit into its BDs or the queues, and if C's step to the next
/// block row is too wide for the iteration register; whole_array does the same for a column-major
/// C.
[[nodiscard]] std::vector<schedule::SequenceOp> ping_pong_sequence(const GemmDesign& design,
                                                                   const arch::Device& device);

/// The runtime sequence of the public designs of asymmetric tile buffering (Wang et al., "Can
/// Asymmetric Tile Buffering Be Beneficial?", 2025): blocks run N-fastest through four slots of a
/// shim's BDs. After starting two more blocks, the sequence waits for the C of the two before them
/// on every column, so that at most four are in flight.
[[nodiscard]] std::vector<schedule::SequenceOp> four_slots_sequence(const GemmDesign& design,
                                                                    const arch::Device& device);

}  // namespace xdnasim::gemm
