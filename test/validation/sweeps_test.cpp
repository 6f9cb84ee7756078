#include "xdnasim/validation/sweeps.hpp"

#include <gtest/gtest.h>

namespace xdnasim::validation {
namespace {

TEST(Sweeps, VaryTheDepthOfAPublishedDesignAroundItsMeasuredPoints) {
    const std::vector<Sweep> sweeps = depth_sweeps();
    ASSERT_EQ(sweeps.size(), 1U);
    const Sweep& sweep = sweeps.front();
    EXPECT_EQ(sweep.device, "xdna-phoenix");
    EXPECT_EQ(sweep.points.front().first, 56);
    EXPECT_GE(sweep.points.size(), 4U);
    ASSERT_EQ(sweep.measured.size(), 2U);
    EXPECT_NEAR(sweep.measured[0].second, 1.27, 1e-3);
    EXPECT_DOUBLE_EQ(sweep.measured[1].second, 3.12);
}

TEST(Sweeps, ShowThatSequentialDesignsDependOnTheCommandProcessor) {
    const std::vector<Sweep> sweeps = command_sweeps();
    ASSERT_EQ(sweeps.size(), 4U);
    for (const Sweep& sweep : sweeps)
        if (sweep.name.find("sequential") != std::string::npos) {
            EXPECT_GT(sweep.points.front().second, 1.01 * sweep.points.back().second) << sweep.name;
        }
}

}  // namespace
}  // namespace xdnasim::validation
