#pragma once
// The product of two tiled operands: the hot loop of a verified run.

#include <cstddef>
#include <cstdint>
#include <span>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// Whether sums of `depth` products of int8 are exact in float (every one below 2^24).
[[nodiscard]] constexpr bool exact_in_float(int depth) {
    return depth <= 1 << 10;
}

/// Vector instructions to multiply with: those of every x86-64, or AVX2 and FMA.
enum class VectorUnit : std::uint8_t { Baseline, Avx2 };

/// The best one that this machine has.
[[nodiscard]] VectorUnit vector_unit_here();

/// A x B of one call, in the order in which C lies in memory. It is summed up in Real, in
/// the order of k, since vector units multiply fastest in floating point: for integers it
/// is exact if Real holds every partial sum. It lives in memory of this thread until the
/// next call. Instantiated for int8 in float and double, int16 in double, bf16 in float.
template <class Real, class Element>
[[nodiscard]] std::span<const Real> tiled_product(const Matmul& matmul, const std::byte* a,
                                                  const std::byte* b,
                                                  VectorUnit unit = vector_unit_here());

}  // namespace xdnasim::kernels
