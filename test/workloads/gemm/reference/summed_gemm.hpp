#pragma once
// Results of bf16 GEMMs as an array may compute them, for different orders of summation.

#include <cstdint>
#include <functional>
#include <vector>

#include "test/workloads/kernels/raw_elements.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::gemm::summed {

/// A GEMM of bf16 without padding, with slices of `k_ct` along K.
[[nodiscard]] GemmDesign gemm(Extent size, std::int64_t k_ct,
                              kernels::Rounding rounding = kernels::Rounding::ConvEven);
/// The same with a C in f32.
[[nodiscard]] GemmDesign gemm_to_f32(Extent size, std::int64_t k_ct);

/// Adds C and the products of one call in some order.
using Sum = std::function<float(float c, std::vector<float> products)>;

/// Adds the products to C one after the other, in fp32.
[[nodiscard]] float c_first(float c, const std::vector<float>& products);

/// The result of an array that adds in the order of `sum`.
[[nodiscard]] std::vector<float> computed_values(const GemmDesign& x,
                                                 const kernels::test::RawElements& a,
                                                 const kernels::test::RawElements& b,
                                                 const Sum& sum);
/// The result of an array that adds in the order of `sum`, as elements of C's type.
[[nodiscard]] kernels::test::RawElements computed(const GemmDesign& x,
                                                  const kernels::test::RawElements& a,
                                                  const kernels::test::RawElements& b,
                                                  const Sum& sum);

/// Expects that the results for several orders of summation are within the bounds of the check.
void expect_within_bounds(const GemmDesign& description, const kernels::test::RawElements& a,
                          const kernels::test::RawElements& b);

}  // namespace xdnasim::gemm::summed
