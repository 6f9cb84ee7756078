// What a comparison is made of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/comparison/example_recording.hpp"
#include "xdnasim/traces/comparison/distribution.hpp"
#include "xdnasim/traces/comparison/kernel_intervals.hpp"
#include "xdnasim/traces/comparison/waits.hpp"
#include "xdnasim/traces/comparison/windows.hpp"

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

TEST(Waits, CountCyclesOnceWhereTheyOverlap) {
    const Intervals locks{{10, 20}, {40, 50}};
    const Intervals streams{{15, 30}};
    const Waits waits{{&locks, &streams}};
    EXPECT_EQ(waits.cycles_in({0, 100}), 30);
    EXPECT_EQ(waits.cycles_in({12, 18}), 6);
    EXPECT_EQ(waits.cycles_in({25, 45}), 10);
    EXPECT_EQ(waits.cycles_in({30, 40}), 0);
    EXPECT_EQ(Waits{}.cycles_in({0, 100}), 0);
}

TEST(Distance, IsTheLargestDifferenceOfShares) {
    EXPECT_EQ(distance(of_lengths({1, 2, 3, 4}), of_lengths({4, 3, 2, 1})), 0);
    EXPECT_EQ(distance(of_lengths({1, 1}), of_lengths({2, 2, 2})), 1);
    EXPECT_EQ(distance(of_lengths({1, 2, 3, 4}), of_lengths({1, 2, 3, 9})), 0.25);
    EXPECT_EQ(distance(of_lengths({}), of_lengths({1})), 0);
}

TEST(Histogram, HoldsEveryLengthInABoundedNumberOfBins) {
    const Histogram small = histogram(of_lengths({5, 5, 7}), of_lengths({6}));
    EXPECT_EQ(small.least, 5);
    EXPECT_EQ(small.width, 1);
    EXPECT_THAT(small.measured, ElementsAre(2, 0, 1));
    EXPECT_THAT(small.simulated, ElementsAre(0, 1, 0));
    const Histogram wide = histogram(of_lengths({1, 1'000'000}), of_lengths({}));
    EXPECT_LE(wide.measured.size(), 40U);
    EXPECT_EQ(wide.measured.front(), 1U);
    EXPECT_EQ(wide.measured.back(), 1U);
    EXPECT_THAT(histogram({}, {}).measured, IsEmpty());
}

TEST(KernelIntervals, TakeTheFirstEndBehindEachBeginning) {
    const Intervals begins{{10, 11}, {50, 51}, {60, 61}, {90, 91}};
    const Intervals ends{{5, 6}, {20, 21}, {25, 26}, {70, 71}, {95, 96}};
    const KernelIntervals kernels = kernel_intervals(begins, ends);
    EXPECT_THAT(kernels.lengths, ElementsAre(Interval{10, 20}, Interval{60, 70}, Interval{90, 95}));
    EXPECT_THAT(kernels.periods, ElementsAre(Interval{10, 50}, Interval{50, 60}, Interval{60, 90}));
    EXPECT_THAT(kernels.gaps, ElementsAre(Interval{20, 50}, Interval{70, 90}));
}

TEST(Windows, ShowTheStartTheDivergenceAndTheMiddle) {
    ExampleUnit slower = example_core(400);
    slower.assertions.back().end += 40;  // the last run of the port
    const Recorded measured = recorded({example_core(400)});
    Recorded simulated = recorded({slower});
    const Comparison found = compare(measured, simulated, {});
    const std::vector<Window> windows = choose_windows(measured, simulated, found);
    ASSERT_EQ(windows.size(), 3U);
    const auto holds = [&](std::size_t window, std::int64_t cycle) {
        return windows[window].time.begin <= cycle && cycle < windows[window].time.end;
    };
    EXPECT_TRUE(holds(0, 500));
    EXPECT_EQ(windows[1].title, "The first divergence, PORT_RUNNING_0 of core (1,2)");
    EXPECT_TRUE(holds(1, 500 + 399 * 120 + 70));
    EXPECT_TRUE(holds(2, 200 * 120));
    for (const Window& window : windows) {
        const std::size_t drawn = visible(measured.units[0].slots[0], window.time).size();
        EXPECT_LE(drawn, 60U);
        EXPECT_GE(drawn, 5U);
    }
}

TEST(Windows, CutWhatReachesBeyondThem) {
    const Intervals intervals{{0, 10}, {20, 30}, {40, 50}};
    EXPECT_THAT(visible(intervals, {5, 25}), ElementsAre(Interval{5, 10}, Interval{20, 25}));
    EXPECT_THAT(visible(intervals, {30, 40}), IsEmpty());
}

TEST(Windows, JoinWhatCannotBeToldApart) {
    Intervals pulses;
    for (std::int64_t cycle = 0; cycle < 1'000'000; cycle += 2)
        pulses.push_back({cycle, cycle + 1});
    EXPECT_LE(visible(pulses, {0, 1'000'000}).size(), 2000U);
    EXPECT_EQ(visible(pulses, {0, 1000}).size(), 500U);
}

}  // namespace
}  // namespace xdnasim::comparison
