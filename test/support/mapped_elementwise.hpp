#pragma once
// Mapping of elementwise designs to a schedule.

#include <memory>

#include "workloads/elementwise/elementwise_parts.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/mapping/mapping.hpp"

namespace xdnasim::test {

/// Returns the routed and validated schedule. Throws MappingError as require_mappable() does.
[[nodiscard]] inline schedule::Schedule map_elementwise(
    const elementwise::ElementwiseDesign& design, const arch::Device& device) {
    elementwise::require_mappable(design, device);
    return mapping::map_workload(std::make_shared<elementwise::ElementwiseWorkload>(design),
                                 device);
}

}  // namespace xdnasim::test
