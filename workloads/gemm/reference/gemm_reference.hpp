#pragma once
// Reference result of a GEMM, computed without any code of the simulator: OpenBLAS by slices of K,
// whose sums are exact for integers and far more exact than fp32 for bf16.

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "arch/units.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/verification.hpp"

// Input matrices for a verified run: integers uniform over the type's range; bf16 and bfp16ebs8
// uniform in [-1, 1); the same for a seed on every machine; zero in the padding.

namespace xdnasim::gemm {

[[nodiscard]] std::vector<std::byte> random_a(const GemmDesign& gemm, std::uint64_t seed);
[[nodiscard]] std::vector<std::byte> random_b(const GemmDesign& gemm, std::uint64_t seed);

/// The possible values of C, in its type, padded, row by row; in f32 if C is bfp16ebs8. Integers
/// must be equal to `lowest`. Each floating-point output must be in [lowest, highest]: only the
/// order in which the array sums in fp32 is left open (floating_bounds.hpp derives the bounds).
struct Expected {
    std::vector<std::byte> lowest;
    std::vector<std::byte> highest{};  ///< empty if equal to `lowest`
};

/// C as the array must compute it from the padded `a` and `b` in their layouts. For every slice of
/// k_ct: C = saturate(round(((C << shift) + A B) >> shift)) in accumulators of 32 bits for int8 and
/// of 64 bits for int16; C = round(C + A B) for bf16; C = C + A B in fp32 for f32. Operands in
/// bfp16ebs8 have the values of their blocks, and so has an A of bf16 with such a B; a C of
/// bfp16ebs8 is truncated to blocks after each slice or, if it is staged, after the last one. Uses
/// every core of the host.
/// Preconditions: types that a core multiplies; a shift of at most kernels::max_shift; bf16 inputs
/// are finite, and their sums in the range of C's type. After a request through `unwanted`, it soon
/// returns an incomplete result.
[[nodiscard]] Expected reference(const GemmDesign& gemm, std::span<const std::byte> a,
                                 std::span<const std::byte> b,
                                 const std::stop_token& unwanted = {});

/// Bytes that reference() allocates: the expected C, and the workspaces of the host's cores.
[[nodiscard]] arch::Bytes memory_of_reference(const GemmDesign& gemm);

/// Compares the computed C with the expected one. The message is "all 18,579,456 outputs equal", or
/// describes the first output that differs. The whole padded C must be as expected; numbers in the
/// message are those of the part without padding.
[[nodiscard]] schedule::Verification compare(const GemmDesign& gemm, const Expected& expected,
                                             std::span<const std::byte> computed);

}  // namespace xdnasim::gemm
