#pragma once
// The balanced, output-stationary GEMM of Taka et al., "Striking the Balance" (2025):
// space over M and N, time over K.

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::gemm {

/// The program of the array for a `design` that choose() has completed for `device`, without
/// routes. Throws MappingError when the kernel is to take a measured rate that nobody has measured.
[[nodiscard]] schedule::Schedule program_of(const GemmDesign& design, const arch::Device& device);

}  // namespace xdnasim::gemm
