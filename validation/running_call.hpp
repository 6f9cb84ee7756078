#pragma once
// What a kernel call loses in a running array beside its own schedule.

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::validation {

/// Cycles expected to be lost in memory banks, to the call's own accesses and to the DMA that fills
/// the other buffers meanwhile. The buffers lie as the GEMM mapping places them: two of A, two of
/// B, C. Averaged over which of the two is in use.
[[nodiscard]] double bank_stalls(const vliw::CallSchedule& schedule, const kernels::Matmul& matmul,
                                 const arch::Device& device);

/// To stream in the next tile of A, which is as long as the call must take.
[[nodiscard]] double stream_cycles(const kernels::Matmul& matmul, const arch::Device& device);

}  // namespace xdnasim::validation
