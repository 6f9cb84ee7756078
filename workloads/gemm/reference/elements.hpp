#pragma once
// Elements of every type as doubles, which hold all of them exactly. bfp16ebs8 is refused with
// InputError.

#include <cstddef>
#include <span>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::gemm {

/// Reads to.size() elements of `type`.
void widen(kernels::DataType type, const std::byte* from, std::span<double> to);

/// Writes from.size() elements of `type`. Precondition: the type has these values.
void narrow(kernels::DataType type, std::span<const double> from, std::byte* to);

struct Limits {
    double min;
    double max;
};

/// Throws InputError for a type of no integers.
[[nodiscard]] Limits limits_of(kernels::DataType type);

}  // namespace xdnasim::gemm
