#pragma once
// What a device can run as a chain of object FIFOs.

#include "arch/device.hpp"
#include "workloads/elementwise/elementwise_design.hpp"

namespace xdnasim::elementwise {

/// Throws MappingError: a core that is none or whose column has no way to host memory, objects
/// that BDs, memories or locks do not hold, a kernel whose cycles have to be given.
void require_mappable(const ElementwiseDesign& design, const arch::Device& device);

}  // namespace xdnasim::elementwise
