#pragma once
// The closed forms of elementwise runs.

#include "arch/device.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/schedule/estimate.hpp"

namespace xdnasim::elementwise {

/// What the core does with an object, in array cycles.
struct ObjectCosts {
    double call = 0;   ///< of the kernel, with call and return where it has them
    double locks = 0;  ///< lock operations, as many as there are
};

[[nodiscard]] schedule::Estimate estimate(const ElementwiseDesign& design,
                                          const arch::Device& device, const ObjectCosts& costs);

}  // namespace xdnasim::elementwise
