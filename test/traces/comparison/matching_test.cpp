// Which units and events of two recordings belong together.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/traces/comparison/comparing.hpp"
#include "traces/comparison/comparison.hpp"

namespace xdnasim::comparison {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

TEST(Matching, MatchesSlotsByWhatTheyWatch) {
    ExampleUnit other = example_core();
    std::reverse(other.slots.begin(), other.slots.end());
    const Comparison found = compared({example_core()}, {other});
    EXPECT_TRUE(found.passed());
    EXPECT_EQ(found.count(Verdict::Pass), 6U);

    Recorded unnamed = recorded({other}, false);
    const Comparison by_slot = compare(recorded({example_core()}), unnamed, {});
    EXPECT_FALSE(by_slot.passed());
    EXPECT_THAT(by_slot.notes, ElementsAre(HasSubstr("events are matched by slot")));
}

TEST(Matching, FindsUnitsOnOtherColumnsAndWithOtherPackets) {
    Example moved{example_core(), example_mem_tile()};
    for (ExampleUnit& unit : moved) {
        unit.unit.tile.column = 3;
        unit.packet_id += 4;
    }
    const Comparison found = compared({example_core(), example_mem_tile()}, moved);
    EXPECT_TRUE(found.passed());
    EXPECT_EQ(found.matching.column_shift, 2);
    EXPECT_EQ(found.units.size(), 2U);
    EXPECT_EQ(words::to_string(found.units.front().simulated), "core (3,2)");
}

TEST(Matching, NamesUnitsThatOneRecordingLacks) {
    const Comparison found = compared({example_core(), example_mem_tile()}, {example_core()});
    EXPECT_TRUE(found.passed());
    EXPECT_EQ(found.units.size(), 1U);
    EXPECT_THAT(found.matching.only_measured, ElementsAre(example_mem_tile().unit));
    EXPECT_THAT(found.matching.only_simulated, IsEmpty());
}

TEST(Matching, IsRefusedWithoutACommonUnit) {
    EXPECT_THAT(
        [] { compared({example_core()}, {example_mem_tile()}); },
        ThrowsMessage<base::InputError>(AllOf(
            HasSubstr("no unit in common"), HasSubstr("core (1,2)"), HasSubstr("memtile (1,1)"))));
}

}  // namespace
}  // namespace xdnasim::comparison
