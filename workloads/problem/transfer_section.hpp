#pragma once
// The `transfer:` section of a problem file.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/arch/yaml_node.hpp"
#include "xdnasim/workloads/transfer/transfer_problem.hpp"

namespace xdnasim::problem {

/// Throws InputError with the place of what is missing, unknown or out of range.
/// `device` says how many columns there are to use.
[[nodiscard]] transfer::TransferProblem read_transfer(const arch::YamlNode& section,
                                                      const arch::Device& device);

}  // namespace xdnasim::problem
