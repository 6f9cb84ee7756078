#pragma once
// A chain of object FIFOs: shim, core, shim, with or without the mem tile between them.

#include "arch/device.hpp"
#include "workloads/elementwise/elementwise_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::elementwise {

/// The program of the array for `design`, without routes. Precondition: require_mappable().
[[nodiscard]] schedule::Schedule program_of(const ElementwiseDesign& design,
                                            const arch::Device& device);

}  // namespace xdnasim::elementwise
