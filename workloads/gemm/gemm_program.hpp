#pragma once
// The program of the array for the balanced, output-stationary GEMM of Taka et al., "Striking the
// Balance" (2025), with space over M and N and time over K; and its parts, each built from the
// design alone.

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
inline constexpr schedule::KernelRef kEncodeKernel{2};  ///< only if C is staged
enum HostBufferIndex : int { kHostA = 0, kHostB = 1, kHostC = 2 };

/// The program of the array, without routes, for a `design` that choose() has completed for
/// `device`. Throws MappingError when the kernel is to use a measured rate and the device has none.
[[nodiscard]] schedule::Schedule program_of(const GemmDesign& design, const arch::Device& device);

/// The program's kernels by number: kZeroKernel, kMatmulKernel and, if C is staged, kEncodeKernel.
/// Throws as program_of() does.
[[nodiscard]] std::vector<kernels::Kernel> kernels_of(const GemmDesign& design,
                                                      const arch::Device& device);

/// Program of core (row, column): double-buffered A and B, one or two buffers of C; locks, BDs and
/// core program.
[[nodiscard]] schedule::TileProgram core_program(const GemmDesign& design,
                                                 const arch::Device& device, int row, int column);

/// Programs of all MemTiles. Precondition: place_in_mem_tiles() finds room.
[[nodiscard]] std::vector<schedule::TileProgram> mem_tile_programs(const GemmDesign& design,
                                                                   const arch::Device& device);

[[nodiscard]] std::vector<schedule::Flow> flows(const GemmDesign& design,
                                                const arch::Device& device);

}  // namespace xdnasim::gemm
