#include <algorithm>
#include <iterator>
#include <random>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/recording/statistics.hpp"

namespace xdnasim::recording {

/// Stands outside of the unnamed namespace, so that argument-dependent lookup finds it.
bool operator==(const SlotInterval& left, const SlotInterval& right);

bool operator==(const SlotInterval& left, const SlotInterval& right) {
    return left.length == right.length && left.slot == right.slot;
}

namespace {

using ::testing::ElementsAre;
using words::Level;

std::vector<SlotInterval> read(IntervalReader& reader, std::span<const Level> levels) {
    IntervalReader::Intervals intervals;
    const std::size_t count = reader.read(levels, intervals);
    return {intervals.begin(), intervals.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(IntervalReader, TellsHowLongASlotWasAsserted) {
    IntervalReader reader;
    const std::vector<Level> levels{{3, 1}, {7, 0}, {10, 4}, {12, 0}};
    EXPECT_THAT(read(reader, levels), ElementsAre(SlotInterval{4, 0}, SlotInterval{2, 2}));
}

TEST(IntervalReader, GoesOnWithWhatWasAssertedBefore) {
    IntervalReader reader;
    EXPECT_TRUE(read(reader, std::vector<Level>{{3, 3}}).empty());
    EXPECT_THAT(read(reader, std::vector<Level>{{5, 2}}), ElementsAre(SlotInterval{2, 0}));
    EXPECT_THAT(read(reader, std::vector<Level>{{9, 1}}), ElementsAre(SlotInterval{6, 1}));
}

TEST(IntervalReader, EndsAllSlotsAtOnce) {
    IntervalReader reader;
    const auto found = read(reader, std::vector<Level>{{1, 0xFF}, {5, 0}});
    ASSERT_EQ(found.size(), 8U);
    for (unsigned slot = 0; slot < 8; ++slot)
        EXPECT_EQ(found[slot], (SlotInterval{4, slot}));
}

/// The intervals of one slot, without IntervalReader.
std::vector<SlotInterval> of_slot(std::span<const Level> levels, unsigned slot) {
    std::vector<SlotInterval> found;
    std::uint64_t begin = 0;
    bool asserted = false;
    for (const Level& level : levels) {
        const bool now = (level.mask() >> slot & 1U) != 0;
        if (now && !asserted) begin = level.cycle();
        if (asserted && !now) found.push_back({level.cycle() - begin, slot});
        asserted = now;
    }
    return found;
}

TEST(IntervalReader, FindsTheIntervalsOfEachSlotAmongRandomLevels) {
    std::mt19937 random{7};
    std::vector<Level> levels;
    std::uint64_t cycle = 0;
    for (int i = 0; i < 5000; ++i)
        levels.emplace_back(cycle += 1 + random() % 1000, random() & 0xFFU);
    IntervalReader reader;
    std::vector<SlotInterval> found;
    for (std::span<const Level> rest = levels; !rest.empty();) {
        const auto part = rest.first(std::min<std::size_t>(rest.size(), 1 + random() % 64));
        const auto more = read(reader, part);
        found.insert(found.end(), more.begin(), more.end());
        rest = rest.subspan(part.size());
    }
    for (unsigned slot = 0; slot < words::kSlots; ++slot) {
        std::vector<SlotInterval> mine;
        std::copy_if(found.begin(), found.end(), std::back_inserter(mine),
                     [slot](const SlotInterval& interval) { return interval.slot == slot; });
        EXPECT_EQ(mine, of_slot(levels, slot)) << "slot " << slot;
    }
}

}  // namespace
}  // namespace xdnasim::recording
