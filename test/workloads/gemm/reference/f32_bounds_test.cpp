#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "test/workloads/gemm/reference/summed_gemm.hpp"
#include "test/workloads/kernels/raw_elements.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::Layout;
using kernels::test::bf16_bytes_of;
using kernels::test::bf16_values_of;
using kernels::test::bytes_of;
using kernels::test::RawElements;
using kernels::test::values_of;
using summed::c_first;
using summed::computed;
using summed::computed_values;
using summed::expect_within_bounds;
using summed::gemm_to_f32;

TEST(F32Bounds, HoldForRandomInputsInBothLayoutsOfB) {
    auto description = gemm_to_f32({9, 512, 11}, 32);
    for (const auto layout : {Layout::ColumnMajor, Layout::RowMajor}) {
        description.b_layout = layout;
        expect_within_bounds(description, random_a(description, 1), random_b(description, 1));
    }
}

TEST(F32Bounds, AreOneValueWhereAllProductsAreZero) {
    auto description = gemm_to_f32({4, 8, 4}, 8);
    const RawElements zeros(2 * 4 * 8);
    const Expected expected = reference(description, zeros, random_b(description, 3));
    for (const RawElements& bound : {expected.lowest, expected.highest})
        EXPECT_EQ(values_of<float>(bound), std::vector<float>(16, 0.0F));
}

TEST(F32Bounds, LieSomeLastPlacesApartAfterManySlices) {
    const auto description = gemm_to_f32({32, 4096, 32}, 64);
    const Expected expected =
        reference(description, random_a(description, 5), random_b(description, 5));
    const auto lowest = values_of<float>(expected.lowest);
    const auto highest = values_of<float>(expected.highest);
    for (std::size_t i = 0; i < lowest.size(); ++i) {
        ASSERT_LT(lowest[i], highest[i]);
        // To either side, the bounds widen by 64 slices x 65 roundings, each by up to 2^-24 of
        // |C| + |a| |b|. |C| stays below 150, since the sums have a standard deviation of 21, and
        // the product of the norms of 64 elements each stays below 40.
        ASSERT_LT(highest[i] - lowest[i], 2 * 64 * 65 * (150 + 40) * 0x1p-24F);
    }
}

TEST(F32Bounds, AreBrokenByTheNextValueBeyondThem) {
    const auto description = gemm_to_f32({4, 256, 4}, 32);
    const RawElements a = random_a(description, 6);
    const RawElements b = random_b(description, 6);
    const Expected expected = reference(description, a, b);
    for (const std::size_t output : {0U, 7U, 15U}) {
        auto above = values_of<float>(expected.highest);
        EXPECT_TRUE(compare(description, expected, bytes_of(above)).passed);
        above[output] = std::nextafter(above[output], INFINITY);
        EXPECT_FALSE(compare(description, expected, bytes_of(above)).passed);
        auto below = values_of<float>(expected.lowest);
        EXPECT_TRUE(compare(description, expected, bytes_of(below)).passed);
        below[output] = std::nextafter(below[output], -INFINITY);
        EXPECT_FALSE(compare(description, expected, bytes_of(below)).passed);
    }
}

TEST(F32Bounds, AreBrokenByRoundingToBf16AfterEverySlice) {
    const auto description = gemm_to_f32({16, 256, 16}, 32);
    const RawElements a = random_a(description, 7);
    const RawElements b = random_b(description, 7);
    auto rounded = description;
    rounded.c_type = DataType::Bf16;
    const RawElements c = bytes_of(computed_values(rounded, a, b, c_first));
    EXPECT_FALSE(compare(description, reference(description, a, b), c).passed);
}

TEST(F32Bounds, AreBrokenByAProductThatIsMissing) {
    const auto description = gemm_to_f32({16, 256, 16}, 32);
    RawElements a = random_a(description, 8);
    const RawElements b = random_b(description, 8);
    const Expected expected = reference(description, a, b);
    auto values = bf16_values_of(a);
    values[5] = 0;
    a = bf16_bytes_of(values);
    EXPECT_FALSE(compare(description, expected, computed(description, a, b, c_first)).passed);
}

}  // namespace
}  // namespace xdnasim::gemm
