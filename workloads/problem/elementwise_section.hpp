#pragma once
// The `elementwise:` section of a problem file.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/arch/yaml_node.hpp"
#include "xdnasim/workloads/elementwise/elementwise_problem.hpp"

namespace xdnasim::problem {

/// Throws InputError with the place of what is missing, unknown or out of range.
/// `device` bounds the array and says which core is the first.
[[nodiscard]] elementwise::ElementwiseProblem read_elementwise(const arch::YamlNode& section,
                                                               const arch::Device& device);

}  // namespace xdnasim::problem
