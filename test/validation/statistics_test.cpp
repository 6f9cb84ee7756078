#include "validation/statistics.hpp"

#include <gtest/gtest.h>

namespace xdnasim::validation {
namespace {

TEST(Statistics, HaveTheMeanMedianAndWorstOfTheErrorsSizes) {
    const Statistics statistics = statistics_of({{100, 90}, {100, 104}, {100, 101}});
    EXPECT_EQ(statistics.rows, 3U);
    EXPECT_DOUBLE_EQ(statistics.mean, 0.05);
    EXPECT_DOUBLE_EQ(statistics.median, 0.04);
    EXPECT_DOUBLE_EQ(statistics.worst, 0.10);
}

TEST(Statistics, TakeTheMiddleOfTwoAsTheMedianOfAnEvenNumber) {
    EXPECT_DOUBLE_EQ(statistics_of({{100, 101}, {100, 102}, {100, 104}, {100, 150}}).median, 0.03);
}

TEST(Statistics, ExplainAllOfTheVarianceWithoutErrors) {
    EXPECT_DOUBLE_EQ(statistics_of({{1, 1}, {2, 2}, {5, 5}}).r2.value(), 1);
}

TEST(Statistics, ExplainTheVarianceThatIsNotInTheErrors) {
    // Mean 2; sum of squared deviations from it 1 + 0 + 1 = 2; sum of squared errors 0.25 + 0 +
    // 0.25 = 0.5; R^2 = 1 - 0.5 / 2.
    EXPECT_DOUBLE_EQ(statistics_of({{1, 1.5}, {2, 2}, {3, 2.5}}).r2.value(), 0.75);
}

TEST(Statistics, ExplainNothingWhenTheyAreTheMeanOfTheMeasured) {
    EXPECT_DOUBLE_EQ(statistics_of({{1, 2}, {2, 2}, {3, 2}}).r2.value(), 0);
}

TEST(Statistics, HaveNoR2OfFiguresThatDoNotVary) {
    EXPECT_FALSE(statistics_of({{2, 1}, {2, 3}}).r2.has_value());
}

TEST(Statistics, CountNoRowsWhenThereAreNone) {
    EXPECT_EQ(statistics_of({}).rows, 0U);
}

TEST(Figures, HaveAnErrorRelativeToTheMeasuredOne) {
    EXPECT_DOUBLE_EQ((Figures{200, 150}.error()), -0.25);
}

}  // namespace
}  // namespace xdnasim::validation
