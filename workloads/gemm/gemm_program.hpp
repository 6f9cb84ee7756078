#pragma once
// The program of the array of the balanced, output-stationary GEMM of Taka et al., "Striking the
// Balance" (2025), space over M and N, time over K; and its parts, each built from the design
// alone.

#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::gemm {

/// Numbers of the schedule's kernels and host buffers.
inline constexpr schedule::KernelRef kZeroKernel{0};
inline constexpr schedule::KernelRef kMatmulKernel{1};
inline constexpr schedule::KernelRef kEncodeKernel{2};  ///< where C is staged
enum HostBufferIndex : int { kHostA = 0, kHostB = 1, kHostC = 2 };

/// The program of the array for a `design` that choose() has completed for `device`, without
/// routes. Throws MappingError when the kernel is to take a measured rate that nobody has measured.
[[nodiscard]] schedule::Schedule program_of(const GemmDesign& design, const arch::Device& device);

/// Its kernels by number: kZeroKernel, kMatmulKernel and, where C is staged, kEncodeKernel. Throws
/// as program_of() does.
[[nodiscard]] std::vector<kernels::Kernel> kernels_of(const GemmDesign& design,
                                                      const arch::Device& device);

/// Core (row, column): double-buffered A and B, one or two C; locks, BDs and program.
[[nodiscard]] schedule::TileProgram core_program(const GemmDesign& design,
                                                 const arch::Device& device, int row, int column);

/// All mem tiles. Precondition: place_in_mem_tiles() finds room.
[[nodiscard]] std::vector<schedule::TileProgram> mem_tile_programs(const GemmDesign& design,
                                                                   const arch::Device& device);

[[nodiscard]] std::vector<schedule::Flow> flows(const GemmDesign& design,
                                                const arch::Device& device);

}  // namespace xdnasim::gemm
