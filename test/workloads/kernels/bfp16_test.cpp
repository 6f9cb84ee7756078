// Encoding of bfp16ebs8, compared with blocks worked out by hand.

#include "workloads/kernels/bfp16.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace xdnasim::kernels {
namespace {

using EightValues = std::array<float, 8>;

std::array<int, 9> encoded(const EightValues& values) {
    std::array<int, 9> bytes{};
    const Bfp16Block block = encode_bfp16(values);
    bytes[0] = std::to_integer<int>(block[0]);
    for (std::size_t i = 1; i < block.size(); ++i)
        bytes.at(i) = static_cast<std::int8_t>(block.at(i));
    return bytes;
}

TEST(Bfp16Block, HoldsTheLargestExponentAndMantissasInItsUnit) {
    EXPECT_THAT(encoded({3, -1.5, 0.25}), testing::ElementsAre(128, 96, -48, 8, 0, 0, 0, 0, 0));
    EXPECT_THAT(encoded({1, 1, 1, 1, 1, 1, 1, 1}),
                testing::ElementsAre(127, 64, 64, 64, 64, 64, 64, 64, 64));
    EXPECT_THAT(encoded({}), testing::Each(0));
}

TEST(Bfp16Block, CutsOffTowardsMinusInfinityAndNeverToTheNearest) {
    // In a block whose largest magnitude is 1.0, the unit of the mantissas is 1/64.
    const float almost = 1.999F / 64;
    EXPECT_THAT(encoded({1, almost, -almost, 1.0F / 64, -1.0F / 64, 1e-30F, -1e-30F}),
                testing::ElementsAre(127, 64, 1, -2, 1, -1, 0, -1, 0));
    EXPECT_THAT(encoded({0x1.fffffep0F, -0x1.fffffep0F}),
                testing::ElementsAre(127, 127, -128, 0, 0, 0, 0, 0, 0));
}

TEST(Bfp16Block, HasNoHiddenOneBelowTheNormalNumbers) {
    EXPECT_THAT(encoded({0x1p-127F}), testing::ElementsAre(0, 32, 0, 0, 0, 0, 0, 0, 0));
    EXPECT_THAT(encoded({0x1p-126F}), testing::ElementsAre(1, 64, 0, 0, 0, 0, 0, 0, 0));
}

TEST(Bfp16Block, RefusesInfinityAndNaN) {
    int refused = 0;
    for (const float bad :
         {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
          std::numeric_limits<float>::quiet_NaN()}) {
        EXPECT_THAT(
            [&] {
                static_cast<void>(encode_bfp16(EightValues{1, 2, bad}));
            },
            testing::ThrowsMessage<base::InputError>(
                testing::HasSubstr("neither infinity nor NaN")));
        ++refused;
    }
    EXPECT_EQ(refused, 3);
}

TEST(Bfp16Block, IsReadBackAsTheMultipleOfItsUnitBelowEachValue) {
    std::mt19937 random{1};
    std::uniform_real_distribution<float> mantissa{-2, 2};
    std::uniform_int_distribution<int> exponent{-20, 20};
    int read = 0;
    for (int i = 0; i < 1000; ++i) {
        EightValues values{};
        double largest = 0;
        for (float& value : values) {
            value = std::ldexp(mantissa(random), exponent(random));
            largest = std::max(largest, std::fabs(static_cast<double>(value)));
        }
        const double unit = std::exp2(std::floor(std::log2(largest))) / 64;
        const auto decoded = decode_bfp16(encode_bfp16(values));
        for (std::size_t j = 0; j < values.size(); ++j, ++read)
            EXPECT_EQ(static_cast<double>(decoded.at(j)), std::floor(values.at(j) / unit) * unit);
    }
    EXPECT_EQ(read, 8000);
}

TEST(Bfp16Tiles, LieInPairsOfLinesAndInSquares) {
    // Three tiles along k: the tiles of two rows alternate, then come those of the next two rows.
    EXPECT_EQ(place_in_pairs(0, 0, 3), 0);
    EXPECT_EQ(place_in_pairs(1, 0, 3), 1);
    EXPECT_EQ(place_in_pairs(0, 1, 3), 2);
    EXPECT_EQ(place_in_pairs(2, 0, 3), 6);
    // Four columns of tiles: a square of 2 x 2 tiles, then the square of the next two columns.
    EXPECT_EQ(place_in_squares(0, 1, 4), 1);
    EXPECT_EQ(place_in_squares(1, 0, 4), 2);
    EXPECT_EQ(place_in_squares(0, 2, 4), 4);
    EXPECT_EQ(place_in_squares(2, 0, 4), 8);
}

}  // namespace
}  // namespace xdnasim::kernels
