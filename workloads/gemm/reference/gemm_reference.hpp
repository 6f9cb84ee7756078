#pragma once
// The right answer of a GEMM, computed without anything of the simulator: OpenBLAS by slices of K,
// whose sums are exact for integers and far more exact than fp32 for bf16.

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "arch/units.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/verification.hpp"

// Input matrices for a verified run: integers uniform over the type's range, bf16 and bfp16ebs8
// uniform in [-1, 1); the same for a seed on every machine; zero where padded.

namespace xdnasim::gemm {

[[nodiscard]] std::vector<std::byte> random_a(const GemmDesign& gemm, std::uint64_t seed);
[[nodiscard]] std::vector<std::byte> random_b(const GemmDesign& gemm, std::uint64_t seed);

/// What C may be, in its type, padded, row by row; in f32 where C is bfp16ebs8. Integers are
/// exactly as in `lowest`. Each output in floating point is in [lowest, highest]: the order in
/// which the array sums up in fp32 is left open, all else is not (floating_bounds.hpp derives
/// them).
struct Expected {
    std::vector<std::byte> lowest;
    std::vector<std::byte> highest{};  ///< empty when the same as `lowest`
};

/// C as the array must compute it from the padded `a` and `b` in their layouts: for every
/// slice of k_ct, C = saturate(round(((C << shift) + A B) >> shift)) in accumulators of 32
/// bits for int8 and of 64 for int16, or C = round(C + A B) for bf16, and C = C + A B in fp32 for
/// f32. Operands in bfp16ebs8, and A of bf16 beside such a B, are taken as their blocks say; a C of
/// bfp16ebs8 is cut off to blocks after each slice, or, staged, after the last. Uses every core.
/// Preconditions: types that a core multiplies; a shift of at most kernels::max_shift; bf16 inputs
/// are finite, and their sums in the range of C's type. When it is no longer wanted, it soon
/// returns a part.
[[nodiscard]] Expected reference(const GemmDesign& gemm, std::span<const std::byte> a,
                                 std::span<const std::byte> b,
                                 const std::stop_token& unwanted = {});

/// What `reference` allocates: the expected C, and what each core computes with.
[[nodiscard]] arch::Bytes memory_of_reference(const GemmDesign& gemm);

/// "all 18,579,456 outputs equal", or the first that differs. The whole padded C must be as
/// expected; the figures are those of the asked part.
[[nodiscard]] schedule::Verification compare(const GemmDesign& gemm, const Expected& expected,
                                             std::span<const std::byte> computed);

}  // namespace xdnasim::gemm
