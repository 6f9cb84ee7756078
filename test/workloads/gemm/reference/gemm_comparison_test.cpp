#include <cmath>

#include <gtest/gtest.h>

#include "test/workloads/kernels/raw_elements.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::test::bytes_of;
using kernels::test::RawElements;

GemmDesign gemm(Extent asked, Extent padded, DataType c) {
    GemmDesign gemm;
    gemm.size = asked;
    gemm.padded = padded;
    gemm.tile.ask().k = 8;
    gemm.c_type = c;
    return gemm;
}

GemmDesign gemm(Extent size, DataType c) {
    return gemm(size, size, c);
}

TEST(GemmComparison, SaysThatAllAreEqual) {
    const auto description = gemm({1024, 8, 1100}, DataType::Int8);
    const RawElements c(1024 * 1100);
    const schedule::Verification comparison = compare(description, {c}, c);
    EXPECT_TRUE(comparison.passed);
    EXPECT_EQ(comparison.message, "all 1,126,400 outputs equal");
}

TEST(GemmComparison, NamesTheFirstThatDiffersAndCountsAll) {
    const std::vector<std::int16_t> right(12, 7);
    auto wrong = right;
    wrong[6] = -300;
    wrong[11] = 8;
    const schedule::Verification comparison =
        compare(gemm({3, 8, 4}, DataType::Int16), {bytes_of(right)}, bytes_of(wrong));
    EXPECT_FALSE(comparison.passed);
    EXPECT_EQ(comparison.message,
              "2 of 12 outputs differ, first at row 1, column 2: expected 7, got -300");
}

TEST(GemmComparison, WritesTheEndsOfInt32InFull) {
    const schedule::Verification comparison =
        compare(gemm({1, 8, 1}, DataType::Int32), {bytes_of<std::int32_t>({2'147'483'647})},
                bytes_of<std::int32_t>({-2'147'483'647}));
    EXPECT_EQ(comparison.message,
              "1 of 1 outputs differ, first at row 0, column 0: expected 2147483647, got "
              "-2147483647");
}

TEST(GemmComparison, FindsWhatIsWrongInThePaddingAlone) {
    const auto description = gemm({2, 8, 3}, {3, 8, 4}, DataType::Int8);
    const RawElements right(12);
    RawElements wrong = right;
    wrong[7] = wrong[8] = std::byte{1};
    const schedule::Verification comparison = compare(description, {right}, wrong);
    EXPECT_FALSE(comparison.passed);
    EXPECT_EQ(comparison.message,
              "all 6 outputs equal, but 2 of 6 in the padding differ, first at row 1, column 3: "
              "expected 0, got 1");
}

TEST(GemmComparison, CountsAskedOutputsOnlyWhenOneOfThemDiffers) {
    const auto description = gemm({2, 8, 3}, {3, 8, 4}, DataType::Int8);
    const RawElements right(12);
    RawElements wrong = right;
    wrong[3] = wrong[6] = std::byte{1};
    EXPECT_EQ(compare(description, {right}, wrong).message,
              "1 of 6 outputs differ, first at row 1, column 2: expected 0, got 1");
}

TEST(GemmComparison, CountsExpectedOutputsAtTheEndsOfTheType) {
    const RawElements bytes = bytes_of<std::int8_t>({-128, 127, 126, -127});
    EXPECT_EQ(compare(gemm({1, 8, 4}, DataType::Int8), {bytes}, bytes).saturated_share, 0.5);
    const RawElements words = bytes_of<std::int32_t>({2'147'483'647, 127, -128, 0});
    EXPECT_EQ(compare(gemm({1, 8, 4}, DataType::Int32), {words}, words).saturated_share, 0.25);
}

TEST(GemmComparison, CountsSaturatedOutputsOfTheAskedPartOnly) {
    const RawElements bytes = bytes_of<std::int8_t>({127, 0, 127, 127});
    const auto description = gemm({1, 8, 2}, {2, 8, 2}, DataType::Int8);
    EXPECT_EQ(compare(description, {bytes}, bytes).saturated_share, 0.5);
}

// 1 in bf16. The encodings that follow it are 1 + 2^-7, 1 + 2^-6 and 1 + 3 * 2^-7.
constexpr std::uint16_t kOne = 0x3f80;

Expected from_one_to(std::uint16_t highest) {
    return {bytes_of<std::uint16_t>({kOne, kOne}), bytes_of<std::uint16_t>({kOne, highest})};
}

TEST(GemmComparison, TakesEveryBf16WithinItsBounds) {
    const auto description = gemm({1, 24, 2}, DataType::Bf16);
    for (std::uint16_t value = kOne; value <= kOne + 2; ++value) {
        const schedule::Verification comparison =
            compare(description, from_one_to(kOne + 2), bytes_of<std::uint16_t>({kOne, value}));
        EXPECT_TRUE(comparison.passed);
        EXPECT_EQ(comparison.message,
                  "all 2 outputs within the rounding error allowed for 3 roundings; for 50.0 % of "
                  "them only one bf16 value lies within it");
    }
}

TEST(GemmComparison, NamesTheBoundsOfABf16OutsideOfThem) {
    const auto description = gemm({1, 24, 2}, DataType::Bf16);
    const schedule::Verification above =
        compare(description, from_one_to(kOne + 2), bytes_of<std::uint16_t>({kOne, kOne + 3}));
    EXPECT_FALSE(above.passed);
    EXPECT_EQ(above.message,
              "1 of 2 outputs differ, first at row 0, column 1: expected 1 to 1.015625, got "
              "1.0234375");
    const schedule::Verification below =
        compare(description, from_one_to(kOne + 2), bytes_of<std::uint16_t>({kOne, kOne - 1}));
    EXPECT_FALSE(below.passed);
}

TEST(GemmComparison, NanIsWithinNoBounds) {
    const auto description = gemm({1, 24, 2}, DataType::Bf16);
    EXPECT_FALSE(
        compare(description, from_one_to(kOne + 2), bytes_of<std::uint16_t>({kOne, 0x7fc0}))
            .passed);
}

TEST(GemmComparison, HasNoShareOfSaturatedBf16) {
    const auto description = gemm({1, 24, 2}, DataType::Bf16);
    EXPECT_EQ(compare(description, from_one_to(kOne), from_one_to(kOne).lowest).saturated_share,
              std::nullopt);
}

const float kAboveOne = std::nextafter(1.0F, 2.0F);  // 1 + 1.19e-07

TEST(GemmComparison, TakesEveryF32WithinItsBounds) {
    const auto description = gemm({1, 24, 2}, DataType::F32);
    const Expected expected{bytes_of<float>({1, 1}), bytes_of<float>({1, kAboveOne})};
    for (const float value : {1.0F, kAboveOne}) {
        const schedule::Verification comparison =
            compare(description, expected, bytes_of<float>({1, value}));
        EXPECT_TRUE(comparison.passed);
        EXPECT_EQ(comparison.message,
                  "all 2 outputs within the bounds of 3 sums in fp32, which are at most 1.2e-07 "
                  "apart");
        EXPECT_EQ(comparison.saturated_share, std::nullopt);
    }
}

TEST(GemmComparison, NamesTheBoundsOfAnF32OutsideOfThem) {
    const auto description = gemm({1, 24, 2}, DataType::F32);
    const Expected expected{bytes_of<float>({1, 1}), bytes_of<float>({1, 1.5F})};
    const schedule::Verification above =
        compare(description, expected, bytes_of<float>({1, std::nextafter(1.5F, 2.0F)}));
    EXPECT_FALSE(above.passed);
    EXPECT_EQ(above.message,
              "1 of 2 outputs differ, first at row 0, column 1: expected 1 to 1.5, got "
              "1.5000001192092896");
    EXPECT_FALSE(compare(description, expected, bytes_of<float>({1, NAN})).passed);
}

}  // namespace
}  // namespace xdnasim::gemm
