// Which parts of two recordings are drawn.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/traces/comparison/example_recording.hpp"
#include "traces/comparison/comparison_json.hpp"

namespace xdnasim::comparison {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Windows, ShowTheStartTheDivergenceAndTheMiddle) {
    constexpr std::int64_t kEnd = 500 + 399 * 120 + 100;  // end of the last kernel call
    ExampleUnit slower = example_core(400);
    for (Assertion& assertion : slower.assertions)
        if (assertion.event == "INSTR_EVENT_1" && assertion.begin == kEnd) {
            assertion.begin += 5;
            assertion.end += 5;
        }
    const Recorded measured = recorded({example_core(400)});
    Recorded simulated = recorded({slower});
    const Comparison found = compare(measured, simulated, {});
    const std::vector<Window> windows = choose_windows(measured, simulated, found);
    ASSERT_EQ(windows.size(), 3U);
    const auto holds = [&](std::size_t window, std::int64_t cycle) {
        return windows[window].time.begin <= cycle && cycle < windows[window].time.end;
    };
    EXPECT_TRUE(holds(0, 500));
    EXPECT_EQ(windows[1].title, "The first divergence, INSTR_EVENT_1 of core (1,2)");
    EXPECT_TRUE(holds(1, kEnd));
    EXPECT_TRUE(holds(2, 200 * 120));
    for (const Window& window : windows) {
        const std::size_t drawn = visible(measured.units[0].slots[0], window.time).size();
        EXPECT_LE(drawn, 60U);
        EXPECT_GE(drawn, 5U);
    }
}

TEST(Windows, AShortRecordingIsShownOnceAndWhole) {
    ExampleUnit slower = example_core(20);
    slower.shift(7);
    const Recorded measured = recorded({example_core(20)});
    Recorded simulated = recorded({slower});
    const Comparison found = compare(measured, simulated, {});
    const std::vector<Window> windows = choose_windows(measured, simulated, found);
    ASSERT_EQ(windows.size(), 1U);
    EXPECT_EQ(windows[0].title, "The whole recording");
    EXPECT_LE(windows[0].time.begin, 500);
    EXPECT_GE(windows[0].time.end, 500 + 19 * 120 + 100);
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
