#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/timeline/timeline.hpp"

namespace xdnasim::timeline {
namespace {

using arch::Cycles;
using testing::HasSubstr;
using testing::Not;

constexpr Activity kLockStall = stall_activity(events::CoreState::LockStall);

Track core(int number) {
    return {number, Lane::Core, arch::TileId{number, 2}, 1, "core " + std::to_string(number),
            "core"};
}

Span span(Activity activity, std::int64_t begin, std::int64_t end) {
    return {.activity = activity, .begin = Cycles{begin}, .end = Cycles{end}};
}

constexpr TextSize kSize{.lines = 80, .width = 100};

std::size_t longest_line(const std::string& text) {
    std::size_t longest = 0;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);)
        longest = std::max(longest, line.size());
    return longest;
}

std::ptrdiff_t lines(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

TEST(TextTimeline, ShowsWhatTookMostOfEachColumn) {
    TextTimeline timeline{{}};
    timeline.paint(span(kLockStall, 0, 3), core(1));
    timeline.paint(span(Activity::Kernel, 3, 6), core(1));
    const std::string text = timeline.text(Cycles{8}, kSize);
    EXPECT_THAT(text, HasSubstr("core 1 |LLL###..| 37.5 %\n"));
    EXPECT_THAT(text, HasSubstr("cycles 0 to 8, 1 in a column"));
}

TEST(TextTimeline, MakesItsColumnsWiderAsTheRunGoesOn) {
    TextTimeline timeline{{}};
    for (std::int64_t i = 0; i < 1000; ++i) {
        const Activity activity =
            i < 500 ? Activity::Kernel : stall_activity(events::CoreState::MemoryStall);
        timeline.paint(span(activity, 16 * i, 16 * i + 16), core(1));
    }
    // 16 cycles in each of the 1,000 columns that are kept. The bar has room for 83 columns, so
    // that each stands for 13 of these, 208 cycles.
    const std::string text = timeline.text(Cycles{16'000}, kSize);
    EXPECT_THAT(text, HasSubstr("208 in a column"));
    EXPECT_THAT(text, HasSubstr("|" + std::string(38, '#') + std::string(39, 'M') + "| 50.0 %"));
}

TEST(TextTimeline, IsAsWideAsAskedForAndNoWider) {
    TextTimeline timeline{{}};
    for (std::int64_t i = 0; i < 5000; ++i) {
        timeline.paint(span(static_cast<Activity>(i % static_cast<std::int64_t>(kActivities)),
                            100 * i, 100 * i + 100),
                       core(1));
        timeline.paint(span(Activity::Transfer, 100 * i, 100 * i + 50),
                       {2, Lane::Dma, arch::TileId{1, 2}, 1, "core", "DMA_MM2S_0"});
        timeline.paint(span(Activity::Running, 100 * i, 100 * i + 50),
                       {3, Lane::Dram, std::nullopt, 2, "DRAM", "limit"});
    }
    for (const int width : {60, 80, 100, 143, 250}) {
        const std::string text = timeline.text(Cycles{500'000}, {.lines = 80, .width = width});
        EXPECT_LE(longest_line(text), static_cast<std::size_t>(width));
        EXPECT_GE(longest_line(text), static_cast<std::size_t>(width) * 4 / 5);
    }
}

TEST(TextTimeline, SaysWhatItsPercentagesAre) {
    TextTimeline timeline{{}};
    timeline.paint(span(Activity::Kernel, 0, 10), core(1));
    EXPECT_THAT(timeline.text(Cycles{10}, kSize),
                HasSubstr("\n%, share of these cycles: # of a core\n"));
    timeline.paint(span(Activity::Transfer, 0, 10),
                   {2, Lane::Dma, arch::TileId{1, 2}, 1, "core", "DMA_MM2S_0"});
    EXPECT_THAT(timeline.text(Cycles{10}, kSize),
                HasSubstr("\n%, share of these cycles: # of a core, - of a DMA channel\n"));
}

TEST(TextTimeline, ALastColumnOfFewerCyclesShowsWhatHappensInThem) {
    TextTimeline timeline{{}};
    timeline.paint(span(Activity::Kernel, 0, 2049), core(1));
    const std::string text = timeline.text(Cycles{2049}, {.lines = 80, .width = 1200});
    EXPECT_THAT(text, HasSubstr("4 in a column"));
    EXPECT_THAT(text, HasSubstr("|" + std::string(513, '#') + "| 100.0 %"));
}

TEST(TextTimeline, IsCutOffAtItsWindow) {
    TextTimeline timeline{{Cycles{100}, Cycles{110}}};
    timeline.paint(span(Activity::Kernel, 90, 104), core(1));
    timeline.paint(span(kLockStall, 104, 900), core(1));
    EXPECT_THAT(timeline.text(Cycles{1000}, kSize), HasSubstr("|####LLLLLL| 40.0 %"));
}

TEST(TextTimeline, HasNoMoreLinesThanAskedForAndSaysWhatIsLeftOut) {
    TextTimeline timeline{{}};
    for (int i = 0; i < 200; ++i)
        timeline.paint(span(Activity::Kernel, 0, 10), core(i));
    const std::string text = timeline.text(Cycles{10}, kSize);
    EXPECT_EQ(lines(text), 80);
    EXPECT_THAT(text, HasSubstr("left out: 124 of 200 tracks\n"));
    EXPECT_EQ(lines(timeline.text(Cycles{10}, {.lines = 203, .width = 100})), 203);
    EXPECT_THAT(timeline.text(Cycles{10}, {.lines = 204, .width = 100}),
                Not(HasSubstr("left out")));
}

TEST(TextTimeline, ShowsCoresBeforeChannelsBeforePorts) {
    TextTimeline timeline{{}};
    const arch::TileId tile{0, 2};
    timeline.paint(span(Activity::Running, 0, 9), {1, Lane::Port, tile, 1, "core", "PORT_2"});
    timeline.paint(span(Activity::Running, 0, 9), {3, Lane::Port, tile, 1, "core", "PORT_10"});
    timeline.paint(span(Activity::Transfer, 0, 9), {2, Lane::Dma, tile, 1, "core", "DMA"});
    timeline.paint(span(Activity::Kernel, 0, 9), core(4));
    const std::string text = timeline.text(Cycles{10}, kSize);
    EXPECT_LT(text.find("core 4 "), text.find("core DMA "));
    EXPECT_LT(text.find("core DMA "), text.find("core PORT_2 "));
    EXPECT_LT(text.find("core PORT_2 "), text.find("core PORT_10 "));
}

}  // namespace
}  // namespace xdnasim::timeline
