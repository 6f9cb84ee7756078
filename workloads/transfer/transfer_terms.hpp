#pragma once
// The closed forms of transfers.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/workloads/schedule/estimate.hpp"
#include "xdnasim/workloads/transfer/transfer_design.hpp"

namespace xdnasim::transfer {

/// Every byte goes to a mem tile and back.
[[nodiscard]] schedule::Estimate estimate(const TransferDesign& design, const arch::Device& device);

}  // namespace xdnasim::transfer
