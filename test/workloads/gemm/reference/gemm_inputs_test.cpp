#include <array>
#include <bit>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/kernels/raw_elements.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::Layout;
using kernels::test::RawElements;

GemmDesign gemm(Extent asked, Extent padded) {
    GemmDesign gemm;
    gemm.size = asked;
    gemm.padded = padded;
    gemm.a_type = gemm.b_type = DataType::Int8;
    return gemm;
}

/// Returns whether `bytes`, in lines of `pitch` bytes, are zero outside the first `lines` lines and
/// beyond the first `length` bytes of each line.
bool padded_with_zeros(const RawElements& bytes, std::size_t pitch, std::size_t lines,
                       std::size_t length) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const bool inside = i / pitch < lines && i % pitch < length;
        if (!inside && bytes[i] != std::byte{0}) return false;
    }
    return true;
}

TEST(GemmInputs, AreTheBytesOfSplitMix64) {
    // The first two words of SplitMix64 for this seed, as published with the generator.
    const RawElements bytes = random_a(gemm({2, 8, 1}, {2, 8, 1}), 1234567);
    const std::array words{6457827717110365317ULL, 3203168211198807973ULL};
    const auto expected = std::bit_cast<std::array<std::byte, 16>>(words);
    EXPECT_EQ(bytes, RawElements(expected.begin(), expected.end()));
}

TEST(GemmInputs, DependOnNothingButTheSeed) {
    const auto description = gemm({5, 7, 9}, {5, 7, 9});
    EXPECT_EQ(random_a(description, 3), random_a(description, 3));
    EXPECT_EQ(random_b(description, 3), random_b(description, 3));
    EXPECT_NE(random_a(description, 3), random_a(description, 4));
    EXPECT_NE(random_b(description, 3), random_b(description, 4));
}

TEST(GemmInputs, AAndBDiffer) {
    auto description = gemm({8, 8, 8}, {8, 8, 8});
    EXPECT_NE(random_a(description, 3), random_b(description, 3));
}

TEST(GemmInputs, APaddedMatrixHasTheSameElementsAndZeros) {
    const RawElements plain = random_a(gemm({3, 5, 1}, {3, 5, 1}), 1);
    const RawElements padded = random_a(gemm({3, 5, 1}, {4, 8, 1}), 1);
    ASSERT_EQ(padded.size(), 32U);
    for (std::size_t i = 0; i < plain.size(); ++i) {
        EXPECT_EQ(padded[i / 5 * 8 + i % 5], plain[i]);
    }
    EXPECT_TRUE(padded_with_zeros(padded, 8, 3, 5));
}

TEST(GemmInputs, BIsPaddedInItsLayout) {
    auto description = gemm({1, 5, 3}, {1, 8, 4});
    description.b_layout = Layout::ColumnMajor;
    EXPECT_TRUE(padded_with_zeros(random_b(description, 1), 8, 3, 5));
    description.b_layout = Layout::RowMajor;
    EXPECT_TRUE(padded_with_zeros(random_b(description, 1), 4, 5, 3));
}

TEST(GemmInputs, WideElementsArePaddedByTheirSize) {
    auto description = gemm({3, 5, 1}, {4, 8, 1});
    description.a_type = DataType::Int16;
    const RawElements padded = random_a(description, 1);
    ASSERT_EQ(padded.size(), 64U);
    EXPECT_TRUE(padded_with_zeros(padded, 16, 3, 10));
}

TEST(GemmInputs, CoverTheRangeEvenly) {
    const RawElements bytes = random_a(gemm({256, 1000, 1}, {256, 1000, 1}), 9);
    std::array<int, 256> count{};
    for (const auto byte : bytes)
        ++count[std::to_integer<std::size_t>(byte)];
    // 1,000 bytes of each value are expected, with a standard deviation of 32.
    for (const int of_value : count)
        EXPECT_NEAR(of_value, 1000, 160);
}

std::vector<float> bf16_values(const RawElements& bytes) {
    std::vector<float> values;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        const auto bits = std::to_integer<std::uint32_t>(bytes[i]) |
                          std::to_integer<std::uint32_t>(bytes[i + 1]) << 8;
        values.push_back(std::bit_cast<float>(bits << 16));
    }
    return values;
}

TEST(GemmInputs, OfBf16AreUniformBetweenMinusOneAndOne) {
    auto description = gemm({256, 1000, 1}, {256, 1000, 1});
    description.a_type = DataType::Bf16;
    std::array<int, 16> count{};
    for (const float value : bf16_values(random_a(description, 9))) {
        ASSERT_GT(value, -1.0F);
        ASSERT_LT(value, 1.0F);
        ++count[static_cast<std::size_t>((value + 1) * 8)];
    }
    // 16,000 values are expected in each sixteenth of the range, with a standard deviation of 122.
    for (const int of_sixteenth : count)
        EXPECT_NEAR(of_sixteenth, 16'000, 700);
}

TEST(GemmInputs, OfBf16AreZeroWherePadded) {
    auto description = gemm({3, 5, 3}, {4, 8, 4});
    description.a_type = description.b_type = DataType::Bf16;
    EXPECT_TRUE(padded_with_zeros(random_a(description, 1), 16, 3, 10));
    EXPECT_TRUE(padded_with_zeros(random_b(description, 1), 16, 3, 10));
}

TEST(GemmInputs, AreRefusedForTypesThatNothingMultiplies) {
    auto description = gemm({3, 5, 3}, {4, 8, 4});
    description.a_type = DataType::F32;
    EXPECT_THROW(static_cast<void>(random_a(description, 1)), base::InputError);
}

TEST(GemmInputs, OfBfp16AreInBlocksOfNineBytesAndZeroWherePadded) {
    auto description = gemm({3, 8, 3}, {16, 16, 16});
    description.a_type = description.b_type = DataType::Bfp16ebs8;
    description.tile = Extent{16, 16, 16};
    const auto a = random_a(description, 1);
    EXPECT_EQ(a.size(), 16U * 16 * 9 / 8);
    // Only the blocks of rows 0, 1 and 2 at k = 0 to 7 hold values; they are the first 27 bytes.
    int filled = 0;
    for (std::size_t byte = 0; byte < a.size(); byte += 9)
        if (a[byte] != std::byte{}) filled += byte < 27 ? 1 : 100;
    EXPECT_EQ(filled, 3);
}

}  // namespace
}  // namespace xdnasim::gemm
