#pragma once
// The expected output of the core, computed without the simulator's kernels.

#include <cstddef>
#include <span>
#include <vector>

#include "workloads/elementwise/elementwise_workload.hpp"

namespace xdnasim::elementwise {

/// The output of a kernel for `in`: the same bytes, or its little-endian integers plus one or times
/// the factor, modulo two to the power of their width in bits. Precondition: for AddOne and Scale
/// the type is an integer type, and `in` holds whole elements.
[[nodiscard]] std::vector<std::byte> reference(const KernelChoice& kernel,
                                               std::span<const std::byte> in);

}  // namespace xdnasim::elementwise
