#pragma once
// The parts of a GEMM's schedule, each built from the design alone.

#include <vector>

#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::gemm {

/// Numbers of the schedule's kernels and host buffers.
inline constexpr schedule::KernelRef kZeroKernel{0};
inline constexpr schedule::KernelRef kMatmulKernel{1};
enum HostBufferIndex : int { kHostA = 0, kHostB = 1, kHostC = 2 };

/// Core (row, column): double-buffered A and B, one or two C; locks, BDs and program.
[[nodiscard]] schedule::TileProgram core_program(const GemmDesign& design,
                                                 const arch::Device& device, int row, int column);

/// All mem tiles. Precondition: place_in_mem_tiles() finds room.
[[nodiscard]] std::vector<schedule::TileProgram> mem_tile_programs(const GemmDesign& design,
                                                                   const arch::Device& device);

[[nodiscard]] std::vector<schedule::Flow> flows(const GemmDesign& design,
                                                const arch::Device& device);

/// Overlapped: as many output blocks in flight as the shims' task queues hold; each shim's next
/// block follows its oldest C's token. Sequential: a block at a time on all columns. Ping-pong:
/// see gemm_ping_pong.hpp.
[[nodiscard]] std::vector<schedule::SequenceOp> runtime_sequence(const GemmDesign& design,
                                                                 const arch::Device& device);

}  // namespace xdnasim::gemm
