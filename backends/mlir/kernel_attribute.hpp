#pragma once
// What a kernel computes, as an attribute of its declaration: mlir-aie passes it on unread.

#include <string>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::mlir {

/// "{work = "zero", bytes = 4096 : i64}"
[[nodiscard]] std::string attribute_of(const kernels::Kernel& kernel);

}  // namespace xdnasim::mlir
