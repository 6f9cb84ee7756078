// Kernels, by their beginnings and ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/comparison/intervals.hpp"

namespace xdnasim::comparison {
namespace {

using testing::ElementsAre;

TEST(KernelIntervals, TakeTheFirstEndBehindEachBeginning) {
    const Intervals begins{{10, 11}, {50, 51}, {60, 61}, {90, 91}};
    const Intervals ends{{5, 6}, {20, 21}, {25, 26}, {70, 71}, {95, 96}};
    const KernelIntervals kernels = kernel_intervals(begins, ends);
    EXPECT_THAT(kernels.lengths, ElementsAre(Interval{10, 20}, Interval{60, 70}, Interval{90, 95}));
    EXPECT_THAT(kernels.periods, ElementsAre(Interval{10, 50}, Interval{50, 60}, Interval{60, 90}));
    EXPECT_THAT(kernels.gaps, ElementsAre(Interval{20, 50}, Interval{70, 90}));
}

TEST(KernelIntervals, EndBeforeTheNextOneBeginsInTheSameCycle) {
    const KernelIntervals kernels =
        kernel_intervals(Intervals{{10, 11}, {30, 31}}, Intervals{{30, 31}});
    EXPECT_THAT(kernels.lengths, ElementsAre(Interval{10, 30}));
    EXPECT_THAT(kernels.gaps, ElementsAre(Interval{30, 30}));
}

}  // namespace
}  // namespace xdnasim::comparison
