#pragma once
// The exact product of two tiled integer operands: the hot loop of a verified run.

#include <cstddef>
#include <cstdint>
#include <span>

#include "xdnasim/workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// Whether sums of `depth` products of int8 are exact in float (every one below 2^24).
[[nodiscard]] constexpr bool exact_in_float(int depth) {
    return depth <= 1 << 10;
}

/// Vector instructions to multiply with: those of every x86-64, or AVX2 and FMA.
enum class VectorUnit : std::uint8_t { Baseline, Avx2 };

/// The best one that this machine has.
[[nodiscard]] VectorUnit vector_unit_here();

/// A x B of one call, in the order in which C lies in memory. The result is kept in
/// floating point, where vector units multiply fastest, and is exact: choose Real so that
/// it holds every partial sum. It lives in memory of this thread until the next call.
/// Instantiated for int8 in float and double, and for int16 in double.
template <class Real, class Element>
[[nodiscard]] std::span<const Real> exact_product(const Matmul& matmul, const std::byte* a,
                                                  const std::byte* b,
                                                  VectorUnit unit = vector_unit_here());

}  // namespace xdnasim::kernels
