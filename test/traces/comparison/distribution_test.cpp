// How the lengths of intervals are distributed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/comparison/intervals.hpp"

namespace xdnasim::comparison {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Intervals of_lengths(const std::vector<std::int64_t>& lengths) {
    Intervals intervals;
    for (const std::int64_t length : lengths)
        intervals.push_back({0, length});
    return intervals;
}

TEST(Distance, IsTheLargestDifferenceOfShares) {
    EXPECT_EQ(distance(of_lengths({1, 2, 3, 4}), of_lengths({4, 3, 2, 1})), 0);
    EXPECT_EQ(distance(of_lengths({1, 1}), of_lengths({2, 2, 2})), 1);
    EXPECT_EQ(distance(of_lengths({1, 2, 3, 4}), of_lengths({1, 2, 3, 9})), 0.25);
    EXPECT_EQ(distance(of_lengths({}), of_lengths({1})), 0);
}

TEST(Histogram, HoldsEveryLengthInABoundedNumberOfBins) {
    const Histogram small = histogram(of_lengths({5, 5, 7}), of_lengths({6}));
    EXPECT_EQ(small.min, 5);
    EXPECT_EQ(small.width, 1);
    EXPECT_THAT(small.measured, ElementsAre(2, 0, 1));
    EXPECT_THAT(small.simulated, ElementsAre(0, 1, 0));
    const Histogram wide = histogram(of_lengths({1, 1'000'000}), of_lengths({}));
    EXPECT_LE(wide.measured.size(), 40U);
    EXPECT_EQ(wide.measured.front(), 1U);
    EXPECT_EQ(wide.measured.back(), 1U);
    EXPECT_THAT(histogram({}, {}).measured, IsEmpty());
}

}  // namespace
}  // namespace xdnasim::comparison
