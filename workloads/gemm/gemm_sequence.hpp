#pragma once
// The runtime sequences of a GEMM, by what of a shim's BDs is written anew, and when.

#include <cstdint>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::gemm {

/// Overlapped: as many output blocks in flight as the shims' task queues hold; each shim's next
/// block follows its oldest C's token. Sequential: a block at a time on all columns. Ping-pong and
/// four slots: see ping_pong_sequence() and four_slots_sequence().
[[nodiscard]] std::vector<schedule::SequenceOp> runtime_sequence(const GemmDesign& design,
                                                                 const arch::Device& device);

/// Whose shims send A to one row of cores or more.
[[nodiscard]] int columns_with_a(const GemmDesign& design);

/// Operations of the runtime sequence with its loops unrolled, whose rounds count as well; with
/// ping-pong somewhat more.
[[nodiscard]] std::int64_t most_operations(const GemmDesign& design, const arch::Device& device);

// The runtime sequence of mlir-aie's whole_array GEMM (programming_examples/basic/
// matrix_multiplication/whole_array).

/// Block rows that a half has at most.
inline constexpr int kMaxBlockRows = 2;
[[nodiscard]] int block_rows_of_half(const GemmDesign& design, const arch::Device& device);

/// The block rows of C are taken in halves, ping and pong in turn, each of up to two block rows
/// and with half of a shim's BDs. In a half each column has
///   BD 0            C of all its block rows,
///   BD 1+2t, 2+2t   A of block row t once for each block along N, and all of B,
/// so that blocks run N-fastest. After each half but the first the sequence waits for the C of
/// the half before on every column: two halves are in flight, and a BD is rewritten when the
/// half that used it is complete.
///
/// A half has one block row where no more fit into its BDs or the queues, and where C's step to the
/// next one is too wide for the iteration register, as whole_array itself does it for a
/// column-major C.
[[nodiscard]] std::vector<schedule::SequenceOp> ping_pong_sequence(const GemmDesign& design,
                                                                   const arch::Device& device);

/// The runtime sequence of the public designs of asymmetric tile buffering (Wang et al., "Can
/// Asymmetric Tile Buffering Be Beneficial?", 2025): blocks run N-fastest through four slots of a
/// shim's BDs. When two more blocks have been started, the sequence waits for the C of the two
/// before on every column, so that at most four are in flight.
[[nodiscard]] std::vector<schedule::SequenceOp> four_slots_sequence(const GemmDesign& design,
                                                                    const arch::Device& device);

}  // namespace xdnasim::gemm
