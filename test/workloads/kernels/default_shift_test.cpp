#include <random>

#include <gtest/gtest.h>

#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

constexpr int kSamples = 2'000;

/// Share of random dot products of depth `k` that saturate when shifted down by `shift`.
double saturated_share(DataType in, DataType out, int k, int shift) {
    std::mt19937_64 random{7};
    const int bits = 8 * static_cast<int>(size_of(in).count());
    const auto element = [&] { return static_cast<std::int64_t>(random()) >> (64 - bits); };
    int saturated = 0;
    for (int i = 0; i < kSamples; ++i) {
        std::int64_t sum = 0;
        for (int j = 0; j < k; ++j)
            sum += element() * element();
        const std::int64_t value = shift_round(sum, shift, Rounding::ConvEven);
        if (value <= range_of(out).min || value >= range_of(out).max) ++saturated;
    }
    return static_cast<double>(saturated) / kSamples;
}

TEST(DefaultShift, KeepsSaturationBelowOnePercent) {
    for (const auto in : {DataType::Int8, DataType::Int16}) {
        for (const auto out : {DataType::Int8, DataType::Int16, DataType::Int32}) {
            for (const int k : {16, 144, 1000}) {
                const int shift = default_shift(in, in, out, k);
                EXPECT_LT(saturated_share(in, out, k, shift), 0.01)
                    << to_string(in) << " -> " << to_string(out) << ", k " << k;
            }
        }
    }
}

TEST(DefaultShift, IsTheLeastThatThreeDeviationsAllow) {
    // Standard deviation of a product of two uniform int8: (256^2 - 1) / 12 = 5461.25; of a sum of
    // 4,320 products: 358,952. Three deviations are 1,076,855 <= 127 * 2^14, and > 127 * 2^13.
    EXPECT_EQ(default_shift(DataType::Int8, DataType::Int8, DataType::Int8, 4320), 14);
    // For int16, 32,767 * 2^6 = 2,097,088 is enough; 32,767 * 2^5 = 1,048,544 is too small.
    EXPECT_EQ(default_shift(DataType::Int8, DataType::Int8, DataType::Int16, 4320), 6);
}

TEST(DefaultShift, OfInt16FollowsTheSameRule) {
    // Standard deviation of a product of two uniform int16: (65,536^2 - 1) / 12 = 3.579e8; of a sum
    // of 4,096 products: 2.2906e10. Three deviations are 68,719,476,720, which is at most 32,767 *
    // 2^22 = 1.374e11, and above 32,767 * 2^21 = 68,717,379,584.
    EXPECT_EQ(default_shift(DataType::Int16, DataType::Int16, DataType::Int16, 4096), 22);
    // (2^31 - 1) * 2^5 = 2^36 - 32 is just too small: three deviations are 2^36 - 16.
    EXPECT_EQ(default_shift(DataType::Int16, DataType::Int16, DataType::Int32, 4096), 6);
}

TEST(DefaultShift, NeverTakesMoreRoomThanTheAccumulatorHas) {
    for (const auto in : {DataType::Int8, DataType::Int16}) {
        for (const auto out : {DataType::Int8, DataType::Int16, DataType::Int32}) {
            for (const std::int64_t k : {1LL, 1LL << 20, 1LL << 40, 1LL << 62}) {
                EXPECT_LE(default_shift(in, in, out, k), max_shift(in, out));
            }
        }
    }
}

TEST(MaxShift, IsTheRoomThatTheAccumulatorLeavesAboveC) {
    EXPECT_EQ(max_shift(DataType::Int8, DataType::Int8), 24);
    EXPECT_EQ(max_shift(DataType::Int8, DataType::Int16), 16);
    EXPECT_EQ(max_shift(DataType::Int8, DataType::Int32), 0);
}

TEST(MaxShift, IsBoundedByTheShifterToo) {
    EXPECT_EQ(max_shift(DataType::Int16, DataType::Int16), kMaxShift);
    EXPECT_EQ(max_shift(DataType::Int16, DataType::Int32), kMaxShift);
}

TEST(MaxShift, OfFloatingOutputsIsZero) {
    EXPECT_EQ(max_shift(DataType::Bf16, DataType::Bf16), 0);
    EXPECT_EQ(max_shift(DataType::Bf16, DataType::F32), 0);
}

TEST(DefaultShift, IsZeroWhereEverythingFits) {
    EXPECT_EQ(default_shift(DataType::Int8, DataType::Int8, DataType::Int32, 4320), 0);
    EXPECT_EQ(default_shift(DataType::Bf16, DataType::Bf16, DataType::Bf16, 4320), 0);
    EXPECT_EQ(default_shift(DataType::Bf16, DataType::Bf16, DataType::F32, 4320), 0);
}

}  // namespace
}  // namespace xdnasim::kernels
