#include <cmath>

#include <gtest/gtest.h>

#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

using Bits = std::uint32_t;

Bits rounded(Bits fp32, Rounding rounding) {
    return with_rounding(rounding, [=]<Rounding kRounding>() -> Bits {
        return to_bfloat16<kRounding>(std::bit_cast<float>(fp32)).bits;
    });
}

/// Results of rounding an fp32 to bf16 in each mode.
struct Case {
    Bits floor, ceil, positive_inf, negative_inf, symmetric_inf, symmetric_zero, conv_even,
        conv_odd;
};

void expect_rounded(Bits fp32, const Case& to) {
    EXPECT_EQ(rounded(fp32, Rounding::Floor), to.floor);
    EXPECT_EQ(rounded(fp32, Rounding::Ceil), to.ceil);
    EXPECT_EQ(rounded(fp32, Rounding::PositiveInf), to.positive_inf);
    EXPECT_EQ(rounded(fp32, Rounding::NegativeInf), to.negative_inf);
    EXPECT_EQ(rounded(fp32, Rounding::SymmetricInf), to.symmetric_inf);
    EXPECT_EQ(rounded(fp32, Rounding::SymmetricZero), to.symmetric_zero);
    EXPECT_EQ(rounded(fp32, Rounding::ConvEven), to.conv_even);
    EXPECT_EQ(rounded(fp32, Rounding::ConvOdd), to.conv_odd);
}

void expect_always(Bits fp32, Bits bf16) {
    expect_rounded(fp32, {bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16});
}

TEST(Bfloat16, IsTheUpperHalfOfAnFp32) {
    EXPECT_EQ(static_cast<float>(Bfloat16{0x3f80}), 1.0F);
    EXPECT_EQ(static_cast<float>(Bfloat16{0xc048}), -3.125F);
    EXPECT_EQ(static_cast<float>(Bfloat16{0x0001}), 0x1p-133F);
}

TEST(Bfloat16, EveryValueRoundsToItself) {
    int values = 0;
    for (Bits bits = 0; bits <= 0xffff; ++bits) {
        const auto value = static_cast<float>(Bfloat16{static_cast<std::uint16_t>(bits)});
        if (std::isnan(value)) continue;
        ++values;
        for (const auto rounding : kRoundings)
            ASSERT_EQ(rounded(bits << 16, rounding), bits);
    }
    EXPECT_EQ(values, 65'536 - 2 * 127);  // 2 signs x 127 mantissas are NaN
}

TEST(Bfloat16, ATieNextToAnEvenValueGoesAsTheModeSays) {
    expect_rounded(0x3f80'8000, {0x3f80, 0x3f81, 0x3f81, 0x3f80, 0x3f81, 0x3f80, 0x3f80, 0x3f81});
}

TEST(Bfloat16, ATieNextToAnOddValueGoesAsTheModeSays) {
    expect_rounded(0x3f81'8000, {0x3f81, 0x3f82, 0x3f82, 0x3f81, 0x3f82, 0x3f81, 0x3f82, 0x3f81});
}

TEST(Bfloat16, ANegativeTieIsRoundedByItsValueNotItsBits) {
    expect_rounded(0xbf80'8000, {0xbf81, 0xbf80, 0xbf80, 0xbf81, 0xbf81, 0xbf80, 0xbf80, 0xbf81});
}

TEST(Bfloat16, OnlyFloorAndCeilIgnoreWhatIsNearest) {
    expect_rounded(0x3f80'7fff, {0x3f80, 0x3f81, 0x3f80, 0x3f80, 0x3f80, 0x3f80, 0x3f80, 0x3f80});
    expect_rounded(0x3f80'8001, {0x3f80, 0x3f81, 0x3f81, 0x3f81, 0x3f81, 0x3f81, 0x3f81, 0x3f81});
    expect_rounded(0xbf80'0001, {0xbf81, 0xbf80, 0xbf80, 0xbf80, 0xbf80, 0xbf80, 0xbf80, 0xbf80});
}

TEST(Bfloat16, RoundingCarriesIntoTheExponent) {
    expect_rounded(0x3fff'c000, {0x3fff, 0x4000, 0x4000, 0x4000, 0x4000, 0x4000, 0x4000, 0x4000});
}

TEST(Bfloat16, KeepsSubnormals) {
    expect_always(0x0001'0000, 0x0001);
    expect_rounded(0x0000'8000, {0x0000, 0x0001, 0x0001, 0x0000, 0x0001, 0x0000, 0x0000, 0x0001});
    expect_rounded(0x007f'c000, {0x007f, 0x0080, 0x0080, 0x0080, 0x0080, 0x0080, 0x0080, 0x0080});
}

TEST(Bfloat16, KeepsTheSignOfZero) {
    expect_always(0x0000'0000, 0x0000);
    expect_always(0x8000'0000, 0x8000);
    expect_rounded(0x8000'0001, {0x8001, 0x8000, 0x8000, 0x8000, 0x8000, 0x8000, 0x8000, 0x8000});
}

TEST(Bfloat16, BeyondTheRangeLiesInfinity) {
    expect_rounded(0x7f7f'ffff, {0x7f7f, 0x7f80, 0x7f80, 0x7f80, 0x7f80, 0x7f80, 0x7f80, 0x7f80});
    expect_rounded(0xff7f'ffff, {0xff80, 0xff7f, 0xff80, 0xff80, 0xff80, 0xff80, 0xff80, 0xff80});
}

TEST(Bfloat16, InfinityStaysInfinity) {
    expect_always(0x7f80'0000, 0x7f80);
    expect_always(0xff80'0000, 0xff80);
}

TEST(Bfloat16, NanStaysNan) {
    for (const Bits nan : {0x7f80'0001U, 0x7fff'ffffU, 0xff80'0001U, 0xffff'ffffU, 0x7fc0'0000U}) {
        for (const auto rounding : kRoundings) {
            const auto bits = static_cast<std::uint16_t>(rounded(nan, rounding));
            EXPECT_TRUE(std::isnan(static_cast<float>(Bfloat16{bits}))) << std::hex << nan;
            EXPECT_EQ(bits >> 15, nan >> 31);
        }
    }
}

}  // namespace
}  // namespace xdnasim::kernels
