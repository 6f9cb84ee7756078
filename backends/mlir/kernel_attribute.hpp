#pragma once
// What a kernel computes, as an attribute of its declaration, which mlir-aie ignores and keeps.

#include <string>

#include "backends/mlir/sliced_arguments.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::mlir {

/// Returns the attribute: "{work = "zero", bytes = 4096 : i64}". `sliced`: arguments of which calls
/// pass slices, which become "sliced = [0]" in it.
[[nodiscard]] std::string attribute_of(const kernels::Kernel& kernel,
                                       const ArgumentPlaces& sliced = {});

}  // namespace xdnasim::mlir
