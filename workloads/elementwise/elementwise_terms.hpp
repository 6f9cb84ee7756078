#pragma once
// Closed forms of elementwise runs.

#include "arch/device.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/schedule/estimate.hpp"

namespace xdnasim::elementwise {

/// Costs of an object in the core, in array cycles.
struct ObjectCosts {
    double call = 0;   ///< kernel call, including call and return if it has them
    double locks = 0;  ///< all lock operations
};

[[nodiscard]] schedule::Estimate estimate(const ElementwiseDesign& design,
                                          const arch::Device& device, const ObjectCosts& costs);

}  // namespace xdnasim::elementwise
