#pragma once
// The `gemm:` section of a problem file.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/arch/yaml_node.hpp"
#include "xdnasim/workloads/gemm/gemm_problem.hpp"

namespace xdnasim::problem {

/// Throws InputError with the place of what is missing, unknown or out of range.
/// `device` bounds the array that may be asked for.
[[nodiscard]] gemm::GemmProblem read_gemm(const arch::YamlNode& section,
                                          const arch::Device& device);

}  // namespace xdnasim::problem
