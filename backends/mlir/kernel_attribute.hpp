#pragma once
// What a kernel computes, as an attribute of its declaration: mlir-aie passes it on unread.

#include <string>

#include "backends/mlir/sliced_arguments.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::mlir {

/// "{work = "zero", bytes = 4096 : i64}"; "sliced = [0]" in it: the arguments of which calls pass
/// slices.
[[nodiscard]] std::string attribute_of(const kernels::Kernel& kernel,
                                       const ArgumentPlaces& sliced = {});

}  // namespace xdnasim::mlir
