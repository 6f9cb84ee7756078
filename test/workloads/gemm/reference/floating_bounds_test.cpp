#include "workloads/gemm/reference/floating_bounds.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/gemm/reference/summed_gemm.hpp"
#include "test/workloads/kernels/raw_elements.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::Layout;
using kernels::Rounding;
using kernels::test::bf16_bytes_of;
using kernels::test::bf16_values_of;
using kernels::test::RawElements;

using summed::c_first;
using summed::computed;
using summed::expect_within_bounds;
using summed::gemm;
using summed::gemm_to_f32;

std::vector<float> repeated(const std::vector<float>& pattern, std::int64_t count) {
    std::vector<float> values;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        values.push_back(pattern[i % pattern.size()]);
    return values;
}

/// Expects that results are within the bounds, in every rounding to bf16 and for f32, where A and B
/// repeat the patterns `a` and `b` along K = 960.
void expect_within_bounds(const std::vector<float>& a, const std::vector<float>& b) {
    for (const Rounding rounding : kernels::kRoundings) {
        const auto description = gemm({1, 960, 1}, 60, rounding);
        expect_within_bounds(description, bf16_bytes_of(repeated(a, 960)),
                             bf16_bytes_of(repeated(b, 960)));
    }
    expect_within_bounds(gemm_to_f32({1, 960, 1}, 60), bf16_bytes_of(repeated(a, 960)),
                         bf16_bytes_of(repeated(b, 960)));
}

TEST(Bf16Bounds, HoldForRandomInputsInEveryRounding) {
    for (const Rounding rounding : kernels::kRoundings) {
        const auto description = gemm({9, 512, 11}, 32, rounding);
        expect_within_bounds(description, random_a(description, 1), random_b(description, 1));
    }
}

TEST(Bf16Bounds, HoldForBothLayoutsOfB) {
    auto description = gemm({9, 96, 11}, 24);
    for (const auto layout : {Layout::ColumnMajor, Layout::RowMajor}) {
        description.b_layout = layout;
        expect_within_bounds(description, random_a(description, 2), random_b(description, 2));
    }
}

TEST(Bf16Bounds, HoldForManyEqualProducts) {
    expect_within_bounds({1}, {1});
    expect_within_bounds({1.0078125F}, {-1.0078125F});
}

TEST(Bf16Bounds, HoldForAlternatingSigns) {
    expect_within_bounds({1.0078125F, -1}, {1});
}

TEST(Bf16Bounds, HoldWhereAlmostAllCancelsOut) {
    expect_within_bounds({0x1p20F, 1, -0x1p20F, 0x1p-20F}, {1.0078125F, 1, 1.0078125F, 1});
}

TEST(Bf16Bounds, HoldForSumsThatAreTies) {
    expect_within_bounds({256, 1, 0, 0}, {1});
    expect_within_bounds({0x1p8F, 0x1p0F, 0x1p-16F}, {1});
}

TEST(Bf16Bounds, HoldForSubnormalSumsAndProducts) {
    expect_within_bounds({0x1p-70F, 0x1.8p-66F}, {0x1p-65F});
    expect_within_bounds({0x1p-133F, -0x1p-100F, 0x1.5p-64F}, {0x1p-10F, 0x1p-40F});
}

TEST(Bf16Bounds, LeaveOneValueWhereAllProductsAreZero) {
    for (const Rounding rounding : kernels::kRoundings) {
        auto description = gemm({4, 8, 4}, 8, rounding);
        const RawElements a = random_a(description, 3);
        const Expected without = reference(description, a, random_b(description, 3));
        description.padded.k = 64;
        const Expected with =
            reference(description, random_a(description, 3), random_b(description, 3));
        EXPECT_EQ(with.lowest, without.lowest);
        EXPECT_EQ(with.highest, without.highest);
    }
}

TEST(Bf16Bounds, LeaveZeroInThePadding) {
    auto description = gemm({3, 64, 3}, 16, Rounding::Floor);
    description.padded = {4, 64, 4};
    const Expected expected =
        reference(description, random_a(description, 4), random_b(description, 4));
    for (const RawElements& bound : {expected.lowest, expected.highest}) {
        const auto values = bf16_values_of(bound);
        EXPECT_EQ(values[3], 0);
        EXPECT_EQ(values[15], 0);
        EXPECT_NE(values[0], 0);
    }
}

TEST(Bf16Bounds, AreAFewRoundingsWideAfterMany) {
    const auto description = gemm({32, 4096, 32}, 64);
    const Expected expected =
        reference(description, random_a(description, 5), random_b(description, 5));
    const auto lowest = bf16_values_of(expected.lowest);
    const auto highest = bf16_values_of(expected.highest);
    int single = 0;
    for (std::size_t i = 0; i < lowest.size(); ++i) {
        single += lowest[i] == highest[i] ? 1 : 0;
        // The sums have a standard deviation of 21 and reach 64, where neighbouring bf16 values are
        // 0.25 to 0.5 apart. The errors of all 64 roundings would add up to several times that.
        EXPECT_LE(highest[i] - lowest[i], 1);
    }
    EXPECT_GT(single, static_cast<int>(lowest.size()) / 2);
}

TEST(Bf16Bounds, AreBrokenByOneRoundingMore) {
    const auto description = gemm({4, 256, 4}, 32);
    const RawElements a = random_a(description, 6);
    const RawElements b = random_b(description, 6);
    const Expected expected = reference(description, a, b);
    for (const std::size_t output : {0U, 7U, 15U}) {
        auto above = bf16_values_of(expected.highest);
        above[output] = static_cast<float>(
            kernels::to_bfloat16<Rounding::Ceil>(std::nextafter(above[output], INFINITY)));
        EXPECT_FALSE(compare(description, expected, bf16_bytes_of(above)).passed);
        auto below = bf16_values_of(expected.lowest);
        below[output] = static_cast<float>(
            kernels::to_bfloat16<Rounding::Floor>(std::nextafter(below[output], -INFINITY)));
        EXPECT_FALSE(compare(description, expected, bf16_bytes_of(below)).passed);
    }
}

TEST(Bf16Bounds, AreBrokenByRoundingInAnotherMode) {
    auto description = gemm({16, 256, 16}, 32);
    const RawElements a = random_a(description, 7);
    const RawElements b = random_b(description, 7);
    const Expected expected = reference(description, a, b);
    description.rounding = Rounding::Floor;
    EXPECT_FALSE(compare(description, expected, computed(description, a, b, c_first)).passed);
}

TEST(Bf16Bounds, AreBrokenByRoundingLessOften) {
    auto description = gemm({16, 256, 16}, 32);
    const RawElements a = random_a(description, 8);
    const RawElements b = random_b(description, 8);
    const Expected expected = reference(description, a, b);
    description.tile.ask().k = 64;
    EXPECT_FALSE(compare(description, expected, computed(description, a, b, c_first)).passed);
}

TEST(FloatingBounds, AreRefusedForIntegers) {
    auto description = gemm({4, 8, 4}, 8);
    int refused = 0;
    for (const DataType type : {DataType::Int8, DataType::Int16, DataType::Int32}) {
        description.c_type = type;
        EXPECT_THROW(static_cast<void>(widen_bounds(description)), base::InputError);
        ++refused;
    }
    EXPECT_EQ(refused, 3);
}

}  // namespace
}  // namespace xdnasim::gemm
