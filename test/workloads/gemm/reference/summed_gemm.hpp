#pragma once
// GEMMs of bf16 as an array may compute them: with sums in one order or another.

#include <cstdint>
#include <functional>
#include <vector>

#include "test/workloads/kernels/raw_elements.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::gemm::summed {

[[nodiscard]] GemmDesign gemm(Extent size, std::int64_t k_ct,
                              kernels::Rounding rounding = kernels::Rounding::ConvEven);
[[nodiscard]] GemmDesign gemm_to_f32(Extent size, std::int64_t k_ct);

/// Sums up C and the products of one call, in an order of its own.
using Sum = std::function<float(float c, std::vector<float> products)>;

[[nodiscard]] float c_first(float c, const std::vector<float>& products);

/// What an array computes that sums up as `sum` does.
[[nodiscard]] std::vector<float> computed_values(const GemmDesign& x,
                                                 const kernels::test::RawElements& a,
                                                 const kernels::test::RawElements& b,
                                                 const Sum& sum);
/// The same as C's type keeps it.
[[nodiscard]] kernels::test::RawElements computed(const GemmDesign& x,
                                                  const kernels::test::RawElements& a,
                                                  const kernels::test::RawElements& b,
                                                  const Sum& sum);

/// For several orders of the sums.
void expect_within_bounds(const GemmDesign& description, const kernels::test::RawElements& a,
                          const kernels::test::RawElements& b);

}  // namespace xdnasim::gemm::summed
