#include "workloads/kernels/numerics.hpp"

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

// -1.5, -0.5, 0.5, 1.5, 2.5
const Values kHalves{-3, -1, 1, 3, 5};
// -1.75, -1.25, -0.25, 0.25, 1.25, 1.75
const Values kQuarters{-7, -5, -1, 1, 5, 7};

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
    for (const auto rounding : kRoundings) {
        for (int shift = 1; shift <= kMaxShift; ++shift) {
            with_rounding(rounding, [=]<Rounding kRounding>() {
                EXPECT_EQ(shift_round<kRounding>(kMin, shift), shift_round(kMin, shift, rounding));
                EXPECT_EQ(shift_round<kRounding>(kMax, shift), shift_round(kMax, shift, rounding));
            });
        }
    }
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
