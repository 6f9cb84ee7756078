#pragma once
// Calls that pass a slice of a buffer. mlir-aie passes kernels bare pointers, which do not include
// the offset of a view, so a number tells the kernel where the slice begins.

#include <cstddef>
#include <set>
#include <vector>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

/// Indices of a kernel's arguments, from 0.
using ArgumentPlaces = std::set<std::size_t>;

/// Returns for each kernel the arguments for which some call passes a slice that does not begin at
/// the buffer's beginning. The kernel's function has a parameter for each of them, behind the
/// buffers and in the same order: the number of words before the slice.
[[nodiscard]] std::vector<ArgumentPlaces> sliced_arguments(const schedule::Schedule& schedule);

}  // namespace xdnasim::mlir
