#pragma once
// Traffic of shims and mem tiles alone: memcpy, and the access patterns of a GEMM.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"
#include "xdnasim/workloads/transfer/transfer_problem.hpp"

namespace xdnasim::transfer {

/// The whole program of the array for `problem`, routed and validated. Throws MappingError (see
/// require_mappable), or InputError when a matrix would take too many tasks.
[[nodiscard]] schedule::Schedule map_transfer(const TransferProblem& problem,
                                              const arch::Device& device);

}  // namespace xdnasim::transfer
