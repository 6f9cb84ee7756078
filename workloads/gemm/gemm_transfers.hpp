#pragma once
// Transfers between host memory and a shim's streams, of which the runtime sequences consist.

#include <cstdint>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::gemm {

/// The path of one matrix through a shim.
struct ShimPath {
    int host_buffer;
    arch::Direction direction;
    int channel;
    bool token;  ///< whether the channel sends a token when a task is complete
};

inline constexpr ShimPath kPathA{kHostA, arch::Direction::MM2S, Channels::kShimA, false};
inline constexpr ShimPath kPathB{kHostB, arch::Direction::MM2S, Channels::kShimB, false};
inline constexpr ShimPath kPathC{kHostC, arch::Direction::S2MM, Channels::kShimC, true};

/// One BD, and the task that runs it 1 + `repeat` times.
struct Transfer {
    arch::Bytes length;  ///< bytes of one run
    Dimensions dimensions;
    schedule::SemiAffine offset;  ///< offset in the host buffer, in bytes
    schedule::SemiAffine id;
    int repeat = 0;
    std::optional<schedule::Iteration> iteration{};
};

/// Adds the operations that write the transfer's BD to `shim` and push its task.
void add_transfer(std::vector<schedule::SequenceOp>& ops, arch::TileId shim, const ShimPath& path,
                  Transfer transfer);

/// An output block of the array, or the blocks that a loop of the sequence takes in turn: the
/// places of its parts in host memory, and the BDs that move them.
class OutputBlock {
 public:
    virtual ~OutputBlock() = default;
    /// Offset in host memory: base + m_stride * (block along M) + n_stride * (block along N).
    [[nodiscard]] virtual schedule::SemiAffine offset(arch::Bytes base, arch::Bytes m_stride,
                                                      arch::Bytes n_stride) const = 0;
    /// Number of the block's BD for a matrix: 0 is C, 1 is A, 2 is B.
    [[nodiscard]] virtual schedule::SemiAffine bd(int matrix) const = 0;
};

// Each function adds the operations that write and push a transfer of a block at one column: its C,
// its A (if rows of A enter at the column), its B, or all three in this order.
void add_c(std::vector<schedule::SequenceOp>& ops, const GemmDesign& design,
           const arch::Device& device, const OutputBlock& block, int column);
void add_a(std::vector<schedule::SequenceOp>& ops, const GemmDesign& design,
           const arch::Device& device, const OutputBlock& block, int column);
void add_b(std::vector<schedule::SequenceOp>& ops, const GemmDesign& design,
           const arch::Device& device, const OutputBlock& block, int column);
void add_block(std::vector<schedule::SequenceOp>& ops, const GemmDesign& design,
               const arch::Device& device, const OutputBlock& block, int column);

/// Adds a wait for the token of the shim's oldest task of C.
void await_c(std::vector<schedule::SequenceOp>& ops, arch::TileId shim);

}  // namespace xdnasim::gemm
