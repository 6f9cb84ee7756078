#include "workloads/kernels/numerics.hpp"

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace xdnasim::kernels {
namespace {

using Values = std::vector<std::int64_t>;

Values rounded(const Values& values, int shift, Rounding rounding) {
    Values result;
    for (const auto value : values)
        result.push_back(shift_round(value, shift, rounding));
    return result;
}

// With a shift of 1: -1.5, -0.5, 0.5, 1.5, 2.5.
const Values kHalves{-3, -1, 1, 3, 5};
// With a shift of 2: -1.75, -1.25, -0.25, 0.25, 1.25, 1.75.
const Values kQuarters{-7, -5, -1, 1, 5, 7};

/// value / 2^shift, rounded by the definition of the mode (AM020, Shift-Round-Saturate): chooses
/// between the integers below and above, by which of them is nearer.
std::int64_t quotient(std::int64_t value, int shift, Rounding rounding) {
    const std::int64_t unit = std::int64_t{1} << shift;
    std::int64_t below = value / unit;
    if (below * unit > value) --below;
    const std::int64_t twice_the_rest = 2 * (value - below * unit);
    const std::int64_t above = below + 1;
    if (rounding == Rounding::Floor) return below;
    if (rounding == Rounding::Ceil) return twice_the_rest == 0 ? below : above;
    if (twice_the_rest != unit) return twice_the_rest > unit ? above : below;
    const std::int64_t even = below % 2 == 0 ? below : above;
    const std::int64_t odd = below % 2 == 0 ? above : below;
    const std::int64_t outer = value < 0 ? below : above;
    const std::int64_t inner = value < 0 ? above : below;
    switch (rounding) {
        case Rounding::Floor:
        case Rounding::Ceil:
            break;
        case Rounding::PositiveInf:
            return above;
        case Rounding::NegativeInf:
            return below;
        case Rounding::SymmetricInf:
            return outer;
        case Rounding::SymmetricZero:
            return inner;
        case Rounding::ConvEven:
            return even;
        case Rounding::ConvOdd:
            return odd;
    }
    return below;
}

TEST(Numerics, RoundsAsEachModeIsDefinedAtEveryShift) {
    std::mt19937_64 random{5};
    std::uniform_int_distribution<std::int64_t> any{-(std::int64_t{1} << 40),
                                                    std::int64_t{1} << 40};
    int checked = 0;
    for (const auto rounding : kRoundings)
        for (int shift = 1; shift <= kMaxShift; ++shift)
            for (int i = 0; i < 50; ++i) {
                // Ties, the values next to them, and random values.
                const std::int64_t half = std::int64_t{1} << (shift - 1);
                const std::int64_t tie = (any(random) >> shift << shift) + half;
                for (const std::int64_t value : {tie - 1, tie, tie + 1, any(random)}) {
                    EXPECT_EQ(shift_round(value, shift, rounding), quotient(value, shift, rounding))
                        << value << ", " << shift << ", " << to_string(rounding);
                    ++checked;
                }
            }
    EXPECT_EQ(checked, 8 * kMaxShift * 200);
}

/// 1.5, 2.5, -1.5, -2.5, and the values one unit below and above 1.5, as fixed-point numbers with
/// 27 fractional bits.
TEST(Numerics, RoundsHalvesOfLargeSumsByHand) {
    const std::int64_t one = std::int64_t{1} << 27;
    const std::int64_t half = one / 2;
    const Values values{one + half,      2 * one + half, -one - half,
                        -2 * one - half, one + half - 1, one + half + 1};
    EXPECT_EQ(rounded(values, 27, Rounding::Floor), (Values{1, 2, -2, -3, 1, 1}));
    EXPECT_EQ(rounded(values, 27, Rounding::Ceil), (Values{2, 3, -1, -2, 2, 2}));
    EXPECT_EQ(rounded(values, 27, Rounding::PositiveInf), (Values{2, 3, -1, -2, 1, 2}));
    EXPECT_EQ(rounded(values, 27, Rounding::NegativeInf), (Values{1, 2, -2, -3, 1, 2}));
    EXPECT_EQ(rounded(values, 27, Rounding::SymmetricInf), (Values{2, 3, -2, -3, 1, 2}));
    EXPECT_EQ(rounded(values, 27, Rounding::SymmetricZero), (Values{1, 2, -1, -2, 1, 2}));
    EXPECT_EQ(rounded(values, 27, Rounding::ConvEven), (Values{2, 2, -2, -2, 1, 2}));
    EXPECT_EQ(rounded(values, 27, Rounding::ConvOdd), (Values{1, 3, -1, -3, 1, 2}));
}

TEST(Numerics, FloorRoundsHalvesDown) {
    EXPECT_EQ(rounded(kHalves, 1, Rounding::Floor), (Values{-2, -1, 0, 1, 2}));
}

TEST(Numerics, CeilRoundsHalvesUp) {
    EXPECT_EQ(rounded(kHalves, 1, Rounding::Ceil), (Values{-1, 0, 1, 2, 3}));
}

TEST(Numerics, PositiveInfRoundsHalvesUp) {
    EXPECT_EQ(rounded(kHalves, 1, Rounding::PositiveInf), (Values{-1, 0, 1, 2, 3}));
}

TEST(Numerics, NegativeInfRoundsHalvesDown) {
    EXPECT_EQ(rounded(kHalves, 1, Rounding::NegativeInf), (Values{-2, -1, 0, 1, 2}));
}

TEST(Numerics, SymmetricInfRoundsHalvesAwayFromZero) {
    EXPECT_EQ(rounded(kHalves, 1, Rounding::SymmetricInf), (Values{-2, -1, 1, 2, 3}));
}

TEST(Numerics, SymmetricZeroRoundsHalvesTowardsZero) {
    EXPECT_EQ(rounded(kHalves, 1, Rounding::SymmetricZero), (Values{-1, 0, 0, 1, 2}));
}

TEST(Numerics, ConvEvenRoundsHalvesToEven) {
    EXPECT_EQ(rounded(kHalves, 1, Rounding::ConvEven), (Values{-2, 0, 0, 2, 2}));
}

TEST(Numerics, ConvOddRoundsHalvesToOdd) {
    EXPECT_EQ(rounded(kHalves, 1, Rounding::ConvOdd), (Values{-1, -1, 1, 1, 3}));
}

TEST(Numerics, FloorAndCeilIgnoreWhatIsNearest) {
    EXPECT_EQ(rounded(kQuarters, 2, Rounding::Floor), (Values{-2, -2, -1, 0, 1, 1}));
    EXPECT_EQ(rounded(kQuarters, 2, Rounding::Ceil), (Values{-1, -1, 0, 1, 2, 2}));
}

TEST(Numerics, AllOtherModesRoundToTheNearest) {
    for (const auto rounding : kRoundings) {
        if (rounding == Rounding::Floor || rounding == Rounding::Ceil) continue;
        EXPECT_EQ(rounded(kQuarters, 2, rounding), (Values{-2, -1, 0, 0, 1, 2}))
            << static_cast<int>(rounding);
    }
}

TEST(Numerics, AShiftOfZeroChangesNothing) {
    for (const auto rounding : kRoundings) {
        EXPECT_EQ(rounded(kHalves, 0, rounding), kHalves) << static_cast<int>(rounding);
    }
}

TEST(Numerics, TheEndsOfAnAccumulatorDoNotOverflow) {
    constexpr auto kMin = std::numeric_limits<std::int32_t>::min();
    constexpr auto kMax = std::numeric_limits<std::int32_t>::max();
    int checked = 0;
    for (const auto rounding : kRoundings) {
        for (int shift = 1; shift <= kMaxShift; ++shift) {
            with_rounding(rounding, [=, &checked]<Rounding kRounding>() {
                for (const std::int32_t end : {kMin, kMax}) {
                    EXPECT_EQ(shift_round<kRounding>(end, shift), quotient(end, shift, rounding))
                        << to_string(rounding) << ", " << shift;
                    ++checked;
                }
            });
        }
    }
    EXPECT_EQ(checked, 8 * 2 * kMaxShift);
    EXPECT_EQ(shift_round<Rounding::PositiveInf>(kMax, 31), 1);
    EXPECT_EQ(shift_round<Rounding::NegativeInf>(kMin, 31), -1);
}

TEST(Numerics, SaturationStopsAtTheEndsOfTheType) {
    EXPECT_EQ(saturate<std::int8_t>(127), 127);
    EXPECT_EQ(saturate<std::int8_t>(128), 127);
    EXPECT_EQ(saturate<std::int8_t>(-128), -128);
    EXPECT_EQ(saturate<std::int8_t>(-129), -128);
    EXPECT_EQ(saturate<std::int32_t>(std::int64_t{1} << 40), 2'147'483'647);
}

TEST(Numerics, RangesAreThoseOfTheTypes) {
    EXPECT_EQ(range_of(DataType::Int8).min, -128);
    EXPECT_EQ(range_of(DataType::Int8).max, 127);
    EXPECT_EQ(range_of(DataType::Int16).max, 32'767);
    EXPECT_EQ(range_of(DataType::Int32).min, -2'147'483'648LL);
}

TEST(Numerics, HaveNoRangeForTypesOfNoIntegers) {
    int refused = 0;
    for (const DataType type : arch::kDataTypes) {
        if (is_integer(type)) continue;
        EXPECT_THROW(static_cast<void>(range_of(type)), base::InputError) << to_string(type);
        ++refused;
    }
    EXPECT_GE(refused, 2);
}

}  // namespace
}  // namespace xdnasim::kernels
