#pragma once
// The end of every slice in the reference for integers: from products to outputs, in doubles.

#include <functional>
#include <span>

#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::gemm {

/// C = saturate(round(((C << shift) + product) >> shift)) for one row of outputs; exact.
/// Preconditions: integer types, a shift of at most kernels::max_shift, products below 2^50.
using EndOfSlice = std::function<void(std::span<const double> product, std::span<double> c)>;

[[nodiscard]] EndOfSlice end_of_slice(const GemmDesign& gemm);

}  // namespace xdnasim::gemm
