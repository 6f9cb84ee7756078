#pragma once
// Closed forms of transfers.

#include "arch/device.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/transfer/transfer_design.hpp"

namespace xdnasim::transfer {

/// Estimate of a run in which every byte moves to a mem tile and back.
[[nodiscard]] schedule::Estimate estimate(const TransferDesign& design, const arch::Device& device,
                                          const schedule::PatternFactors& pattern = {});

}  // namespace xdnasim::transfer
