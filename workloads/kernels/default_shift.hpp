#pragma once
// The shift of a product when the user gives none.

#include <cstdint>

#include "xdnasim/workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// The least shift with which sums of `k` products of uniformly random elements of `a` and
/// `b` fit into `c` up to three standard deviations, so that well under 1 % of the outputs
/// saturate and as many of their bits as possible are used. 0 for outputs in bf16.
/// Precondition: `a` and `b` are integer types.
[[nodiscard]] int default_shift(DataType a, DataType b, DataType c, std::int64_t k);

}  // namespace xdnasim::kernels
