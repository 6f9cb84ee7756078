#include "test/workloads/gemm/reference/summed_gemm.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace xdnasim::gemm::summed {

using kernels::DataType;
using kernels::Layout;
using kernels::Rounding;
using kernels::test::bf16_bytes_of;
using kernels::test::bf16_values_of;
using kernels::test::bytes_of;
using kernels::test::RawElements;

GemmDesign gemm(Extent size, std::int64_t k_ct, Rounding rounding) {
    GemmDesign gemm;
    gemm.size = gemm.padded = size;
    gemm.tile.ask().k = k_ct;
    gemm.a_type = gemm.b_type = gemm.c_type = DataType::Bf16;
    gemm.rounding = rounding;
    return gemm;
}

GemmDesign gemm_to_f32(Extent size, std::int64_t k_ct) {
    GemmDesign to_f32 = gemm(size, k_ct);
    to_f32.c_type = DataType::F32;
    return to_f32;
}

float c_first(float c, const std::vector<float>& products) {
    return std::accumulate(products.begin(), products.end(), c);
}

namespace {

float c_last(float c, const std::vector<float>& products) {
    return std::accumulate(products.begin(), products.end(), 0.0F) + c;
}

float backwards(float c, const std::vector<float>& products) {
    return std::accumulate(products.rbegin(), products.rend(), c);
}

float pairwise(float c, std::vector<float> terms) {
    terms.push_back(c);
    while (terms.size() > 1) {
        std::vector<float> sums;
        for (std::size_t i = 0; i + 1 < terms.size(); i += 2)
            sums.push_back(terms[i] + terms[i + 1]);
        if (terms.size() % 2 == 1) sums.push_back(terms.back());
        terms = sums;
    }
    return terms.front();
}

/// `sum`, the sum after a slice, rounded to C's type.
float stored(const GemmDesign& x, float sum) {
    if (x.c_type != DataType::Bf16) return sum;
    return kernels::with_rounding(x.rounding, [&]<Rounding kRounding>() {
        return static_cast<float>(kernels::to_bfloat16<kRounding>(sum));
    });
}

}  // namespace

std::vector<float> computed_values(const GemmDesign& x, const RawElements& a_bytes,
                                   const RawElements& b_bytes, const Sum& sum) {
    const auto a = bf16_values_of(a_bytes);
    const auto b = bf16_values_of(b_bytes);
    const auto [m, k_all, n] = x.padded;
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    std::vector<float> c(at(m * n));
    for (std::int64_t i = 0; i < m * n; ++i) {
        for (std::int64_t slice = 0; slice < k_all; slice += x.tile->k) {
            std::vector<float> products;
            for (std::int64_t k = slice; k < slice + x.tile->k; ++k) {
                const std::int64_t in_b =
                    x.b_layout == Layout::ColumnMajor ? i % n * k_all + k : k * n + i % n;
                products.push_back(a[at(i / n * k_all + k)] * b[at(in_b)]);
            }
            c[at(i)] = stored(x, sum(c[at(i)], products));
        }
    }
    return c;
}

RawElements computed(const GemmDesign& x, const RawElements& a, const RawElements& b,
                     const Sum& sum) {
    const std::vector<float> c = computed_values(x, a, b, sum);
    return x.c_type == DataType::Bf16 ? bf16_bytes_of(c) : bytes_of(c);
}

void expect_within_bounds(const GemmDesign& description, const RawElements& a,
                          const RawElements& b) {
    const Expected expected = reference(description, a, b);
    for (const Sum& sum : {Sum{c_first}, Sum{c_last}, Sum{backwards}, Sum{pairwise}}) {
        const schedule::Verification comparison =
            compare(description, expected, computed(description, a, b, sum));
        EXPECT_TRUE(comparison.passed) << comparison.message;
    }
}

}  // namespace xdnasim::gemm::summed
