#pragma once
// Traffic of shims and mem tiles alone: memcpy, and the access patterns of a GEMM.

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/transfer/transfer_design.hpp"

namespace xdnasim::transfer {

/// The program of the array for `design`, without routes. Precondition: require_mappable(). Throws
/// InputError when a matrix would take too many tasks.
[[nodiscard]] schedule::Schedule program_of(const TransferDesign& design,
                                            const arch::Device& device);

}  // namespace xdnasim::transfer
