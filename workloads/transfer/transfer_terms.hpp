#pragma once
// The closed forms of transfers and of elementwise runs.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/backends/analytic/estimate.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::backends::analytic {

/// Every byte goes to a mem tile and back.
[[nodiscard]] Estimate estimate_transfer(const schedule::TransferDescription& transfer,
                                         const arch::Device& device);

/// `kernel`: cycles of one call, with call and return where it has them.
[[nodiscard]] Estimate estimate_elementwise(const schedule::ElementwiseDescription& elementwise,
                                            const arch::Device& device, double kernel);

}  // namespace xdnasim::backends::analytic
