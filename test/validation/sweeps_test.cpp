#include "validation/sweeps.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace xdnasim::validation {
namespace {

const SweepPoint& highest(const Series& series) {
    return *std::ranges::max_element(series.points, {}, &SweepPoint::y);
}

TEST(Sweeps, VaryTheDepthOfAPublishedDesignAroundItsMeasuredPoints) {
    const std::vector<Sweep> sweeps = depth_sweeps();
    ASSERT_EQ(sweeps.size(), 1U);
    const Sweep& sweep = sweeps.front();
    EXPECT_EQ(sweep.device, "xdna-phoenix");
    ASSERT_EQ(sweep.series.size(), 1U);
    const std::vector<SweepPoint>& points = sweep.series.front().points;
    EXPECT_EQ(points.front().x, 56);
    EXPECT_EQ(points.front().bound, Bound::Dram);
    EXPECT_GT(points.back().y, 2 * points.front().y);
    EXPECT_GE(points.size(), 4U);
    ASSERT_EQ(sweep.measured.size(), 2U);
    EXPECT_NEAR(sweep.measured[0].second, 1.27, 1e-3);
    EXPECT_DOUBLE_EQ(sweep.measured[1].second, 3.12);
}

TEST(Sweeps, ShowThatSequentialDesignsDependOnTheCommandProcessor) {
    const std::vector<Sweep> sweeps = command_sweeps();
    ASSERT_EQ(sweeps.size(), 2U);
    for (const Sweep& sweep : sweeps) {
        ASSERT_EQ(sweep.series.size(), 2U);
        const auto loss = [](const Series& series) {
            return series.points.front().y / series.points.back().y - 1;
        };
        EXPECT_EQ(sweep.series[1].name, "sequential");
        EXPECT_GT(loss(sweep.series[1]), 0.1) << sweep.name;
        EXPECT_LT(loss(sweep.series[0]), 0.05) << sweep.name;
    }
}

TEST(Sweeps, ShowThatTheSmallestMatricesAreNotBoundByTheCores) {
    const std::vector<Sweep> sweeps = size_sweeps();
    ASSERT_EQ(sweeps.size(), 2U);
    for (const Sweep& sweep : sweeps) {
        EXPECT_TRUE(sweep.log_x);
        const std::vector<SweepPoint>& points = sweep.series.front().points;
        EXPECT_EQ(points.front().x, 256);
        EXPECT_EQ(points.back().x, 4096);
        int small = 0;
        for (const SweepPoint& point : points)
            if (point.x <= 512) {
                EXPECT_NE(point.bound, Bound::Compute) << sweep.device << " " << point.x;
                ++small;
            }
        EXPECT_GE(small, 2) << "256, 512";
        EXPECT_LT(points.front().y, points.back().y / 10) << sweep.device;
    }
}

TEST(Sweeps, ShowThatASecondBufferOfCGainsWithSmallTilesAndLosesWithTheBest) {
    const std::vector<Sweep> sweeps = buffer_sweeps();
    ASSERT_EQ(sweeps.size(), 2U);
    for (const Sweep& sweep : sweeps) {
        ASSERT_EQ(sweep.series.size(), 2U);
        const Series& one = sweep.series[0];
        const Series& two = sweep.series[1];
        int gains = 0;
        for (std::size_t i = 0; i < two.points.size(); ++i)
            if (two.points[i].y > one.points[i].y && one.points[i].x < highest(one).x) ++gains;
        EXPECT_GE(gains, 1) << sweep.device;
        EXPECT_GT(two.points.front().y, 0.999 * one.points.front().y) << sweep.device;
        EXPECT_LT(highest(two).y, highest(one).y) << sweep.device;
        EXPECT_LT(highest(two).x, highest(one).x) << sweep.device;
    }
}

}  // namespace
}  // namespace xdnasim::validation
