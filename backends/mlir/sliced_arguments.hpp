#pragma once
// Calls that pass a slice of a buffer. mlir-aie hands kernels bare pointers, which a view's offset
// does not move: the kernel is told by a number where the slice begins.

#include <cstddef>
#include <set>
#include <vector>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

/// Places among a kernel's arguments, from 0.
using ArgumentPlaces = std::set<std::size_t>;

/// By kernel: the arguments that some call passes from behind the beginning of a buffer on. A
/// function takes a number for each of them behind its buffers, in their order: the words that lie
/// before the slice.
[[nodiscard]] std::vector<ArgumentPlaces> sliced_arguments(const schedule::Schedule& schedule);

}  // namespace xdnasim::mlir
