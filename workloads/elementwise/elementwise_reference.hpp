#pragma once
// What comes back from the core, found without the simulator's kernels.

#include <cstddef>
#include <span>
#include <vector>

#include "workloads/elementwise/elementwise_workload.hpp"

namespace xdnasim::elementwise {

/// What a kernel makes of `in`: the same bytes, or its integers, whose lowest byte comes first,
/// plus one or times the factor, modulo two to the power of their bits. Precondition: AddOne and
/// Scale have a type of integers, of which `in` holds whole ones.
[[nodiscard]] std::vector<std::byte> reference(const KernelChoice& kernel,
                                               std::span<const std::byte> in);

}  // namespace xdnasim::elementwise
