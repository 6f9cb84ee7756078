#pragma once
// The runtime sequence of mlir-aie's whole_array GEMM (programming_examples/basic/
// matrix_multiplication/whole_array).

#include <vector>

#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::gemm {

/// Block rows that a half has at most.
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

}  // namespace xdnasim::gemm
