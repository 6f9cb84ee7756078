#include "cli/progress_line.hpp"

#include <gtest/gtest.h>

namespace xdnasim::cli {
namespace {

TEST(ProgressLine, SaysHowFarHowFastAndHowLong) {
    EXPECT_EQ(progress_text({0.25, arch::Cycles{4'000'000}}, 2.0),
              "25 %, 2.0 million cycles a second, 6 s left");
}

TEST(ProgressLine, DoesNotGuessBeforeTheFirstResult) {
    EXPECT_EQ(progress_text({0, arch::Cycles{0}}, 2.0), "0 %, 0.0 million cycles a second");
}

TEST(ProgressLine, ForecastsLongRunsOnly) {
    EXPECT_EQ(forecast_text({0.01, arch::Cycles{1}}, 5.0), "xdnasim: about 8 minutes to go\n");
    EXPECT_EQ(forecast_text({0.074, arch::Cycles{1}}, 5.0), "xdnasim: about 1 minute to go\n");
    EXPECT_EQ(forecast_text({0.1, arch::Cycles{1}}, 5.0), "");
    EXPECT_EQ(forecast_text({0, arch::Cycles{1}}, 5.0), "");
}

TEST(ProgressLine, SaysWhichPartATaskIsAt) {
    EXPECT_EQ(progress_text({"transfers", 12, 130}, 34.2), "transfers: 12 of 130, 34 s");
}

TEST(ProgressLine, SaysHowFarAStudyIs) {
    EXPECT_EQ(progress_text({.done = 120, .refused = 3, .points = 1000, .now = 100}, 10.0),
              "120 of 1000 points, 3 of them refused, 10.0 a second, 88 s left");
    EXPECT_EQ(progress_text({.done = 120, .points = 1000}, 10.0), "120 of 1000 points");
}

}  // namespace
}  // namespace xdnasim::cli
