// Which cycles of two recordings are compared with each other.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/traces/comparison/comparing.hpp"
#include "traces/comparison/comparison.hpp"

namespace xdnasim::comparison {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Alignment, LeavesOutHowLongTheHostTookToBegin) {
    ExampleUnit later = example_core();
    delay(later, 400, 300);
    const Comparison found = compared({example_core()}, {later});
    EXPECT_TRUE(found.passed());
    EXPECT_EQ(found.units.front().offset, -300);
    EXPECT_THAT(found.alignment.anchor, HasSubstr("INSTR_EVENT_0 of core (1,2)"));
    EXPECT_EQ(event_of(found, "LOCK_STALL").verdict, Verdict::NotComparable);

    const Comparison by_start = compared({example_core()}, {later}, {.align = AlignBy::Start});
    EXPECT_EQ(event_of(by_start, "INSTR_EVENT_0").verdict, Verdict::Outside);
    EXPECT_EQ(event_of(by_start, "LOCK_STALL").verdict, Verdict::Outside);
}

TEST(Alignment, PutsUnitsOnTheTimeOfTheirStarts) {
    ExampleUnit core = example_core();
    core.start_timer = 1003;  // starts 3 cycles later, so that its events come 3 cycles sooner
    core.shift(-3);
    const Comparison found = compared({example_core(), example_mem_tile()},
                                      {core, example_mem_tile()}, {.align = AlignBy::Start});
    EXPECT_TRUE(found.passed());
    int events = 0;
    for (const UnitComparison& unit : found.units)
        for (const Result& event : unit.events) {
            EXPECT_EQ(event.verdict, Verdict::Pass) << event.name;
            EXPECT_EQ(event.largest.offset, 0) << event.name;
            ++events;
        }
    EXPECT_EQ(events, 5);
}

TEST(Alignment, AlignsEachUnitWhereAStartIsMissing) {
    ExampleUnit headless = example_core();
    headless.start_timer.reset();
    const Comparison found =
        compared({headless, example_mem_tile()}, {example_core(), example_mem_tile()},
                 {.align = AlignBy::Start});
    EXPECT_TRUE(found.passed());
    EXPECT_TRUE(found.alignment.unit_by_unit);
    EXPECT_EQ(found.alignment.by, AlignBy::FirstEvent);
    EXPECT_THAT(found.notes, ElementsAre(HasSubstr("some units have no start")));
    EXPECT_THAT(found.units.front().notes, ElementsAre(HasSubstr("lacks its start")));
}

}  // namespace
}  // namespace xdnasim::comparison
