#pragma once
// The balanced, output-stationary GEMM of Taka et al., "Striking the Balance" (2025):
// space over M and N, time over K.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/workloads/gemm/gemm_problem.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::gemm {

/// The whole program of the array for `problem`, routed and validated.
/// Throws InputError: a tile that does not fit (by how much), a size that is no multiple
/// of the native size, types the device has no matrix instruction for, a flow that
/// cannot be routed.
[[nodiscard]] schedule::Schedule map_gemm(const GemmProblem& problem, const arch::Device& device);

}  // namespace xdnasim::gemm
