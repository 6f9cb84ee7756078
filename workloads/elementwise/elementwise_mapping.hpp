#pragma once
// A chain of object FIFOs: shim, core, shim, with or without the mem tile between them.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/workloads/elementwise/elementwise_problem.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::elementwise {

/// The whole program of the array for `problem`, routed and validated. Throws MappingError (see
/// require_mappable).
[[nodiscard]] schedule::Schedule map_elementwise(const ElementwiseProblem& problem,
                                                 const arch::Device& device);

}  // namespace xdnasim::elementwise
