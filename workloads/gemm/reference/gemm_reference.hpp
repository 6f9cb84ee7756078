#pragma once
// The right answer of a GEMM, computed without anything of the simulator: OpenBLAS dgemm
// by slices of K, exact for integers (every partial sum is below 2^50).

#include <cstddef>
#include <span>
#include <vector>

#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::gemm {

/// C as the array must compute it from the padded `a` and `b` in their layouts: for every
/// slice of k_ct, C = saturate(round(((C << shift) + A B) >> shift)), in accumulators of 32
/// bits for int8 and of 64 for int16. Uses every core. Throws InputError for a shift with
/// which doubles would not be exact. Precondition: integer types.
[[nodiscard]] std::vector<std::byte> reference(const schedule::GemmDescription& gemm,
                                               std::span<const std::byte> a,
                                               std::span<const std::byte> b);

struct Comparison {
    bool equal = false;
    std::string message;         ///< "all 18,579,456 outputs equal", or the first that differs
    double saturated_share = 0;  ///< of the expected outputs
};

/// The asked part of two padded C, bit for bit. Precondition: integer types.
[[nodiscard]] Comparison compare(const schedule::GemmDescription& gemm,
                                 std::span<const std::byte> expected,
                                 std::span<const std::byte> computed);

}  // namespace xdnasim::gemm
