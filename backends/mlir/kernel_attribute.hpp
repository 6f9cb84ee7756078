#pragma once
// What a kernel computes, as an attribute of its declaration: mlir-aie passes it on unread.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "backends/mlir/attributes.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::mlir {

/// "{work = "zero", bytes = 4096 : i64}"
[[nodiscard]] std::string attribute_of(const kernels::Kernel& kernel);

/// The kernel without its name. Throws InputError with the place of what is missing or wrong.
[[nodiscard]] kernels::Kernel kernel_of(Attributes& attributes);

}  // namespace xdnasim::mlir
