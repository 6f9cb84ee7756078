// Comparisons of recordings, and what they say of differences.

#include "traces/comparison/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/traces/comparison/comparing.hpp"

namespace xdnasim::comparison {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Comparison, FindsNothingBetweenARecordingAndItself) {
    for (const AlignBy align : {AlignBy::FirstEvent, AlignBy::Start}) {
        const Comparison found = compared({example_core(), example_mem_tile()},
                                          {example_core(), example_mem_tile()}, {.align = align});
        EXPECT_TRUE(found.passed());
        // Aligned by the first event, how long the core waits for its first data is not compared.
        const bool by_start = align == AlignBy::Start;
        EXPECT_EQ(found.count(Verdict::Pass), by_start ? 8U : 7U);
        EXPECT_EQ(found.count(Verdict::NotComparable), by_start ? 0U : 1U);
        EXPECT_THAT(found.notes, IsEmpty());
        for (const UnitComparison& unit : found.units) {
            EXPECT_FALSE(unit.first_divergence);
            EXPECT_EQ(unit.offset, 0);
        }
    }
}

TEST(Comparison, ReportsKernelsWithTheirPeriodsAndGaps) {
    const Comparison found = compared({example_core()}, {example_core()});
    EXPECT_EQ(kernel_of(found, "length").measured.lengths.mean(), 100);
    EXPECT_EQ(kernel_of(found, "period").measured.lengths.mean(), 120);
    EXPECT_EQ(kernel_of(found, "gap").simulated.lengths.mean(), 20);
    EXPECT_EQ(kernel_of(found, "period").pairs, 19U);
    EXPECT_NEAR(event_of(found, "PORT_RUNNING_0").measured.share, 0.5, 0.02);
}

TEST(Comparison, FindsAKernelThatTakesLonger) {
    ExampleUnit slower = example_core();
    delay(slower, 500 + 120 * 7 + 100, 5);  // the end of kernel call 7
    const Comparison found = compared({example_core()}, {slower});
    EXPECT_FALSE(found.passed());
    EXPECT_EQ(kernel_of(found, "length").verdict, Verdict::Outside);
    EXPECT_EQ(kernel_of(found, "length").largest.length, 5);
    EXPECT_THAT(kernel_of(found, "length").why,
                HasSubstr("interval 7: its length differs by +5 cycles, allowed 3"));
    EXPECT_EQ(kernel_of(found, "gap").verdict, Verdict::Pass);
    EXPECT_EQ(event_of(found, "PORT_RUNNING_0").verdict, Verdict::Pass);
    const auto& divergence = found.units.front().first_divergence;
    ASSERT_TRUE(divergence);
    EXPECT_EQ(divergence->event, "INSTR_EVENT_1");
    EXPECT_EQ(divergence->index, 7U);
    EXPECT_EQ(divergence->measured, (Interval{1440, 1441}));
    EXPECT_EQ(divergence->simulated, (Interval{1445, 1446}));
}

TEST(Comparison, AllowsAKernelTheCyclesThatItIsTold) {
    ExampleUnit slower = example_core();
    delay(slower, 500 + 120 * 7 + 100, 5);
    EXPECT_TRUE(compared({example_core()}, {slower}, {.tolerances = {.cycles = 5}}).passed());
}

TEST(Comparison, FindsASmallDifferenceThatAddsUp) {
    ExampleUnit slower = example_core(40);
    for (int i = 39; i > 0; --i)
        delay(slower, 500 + 120 * i, 2);
    const Comparison found = compared({example_core(40)}, {slower});
    EXPECT_EQ(kernel_of(found, "period").verdict, Verdict::Pass);
    EXPECT_EQ(event_of(found, "INSTR_EVENT_0").verdict, Verdict::Outside);
    EXPECT_EQ(event_of(found, "INSTR_EVENT_0").largest.offset, 78);
    EXPECT_THAT(event_of(found, "INSTR_EVENT_0").why, HasSubstr("its position differs"));
}

TEST(Comparison, TellsThatAUnitIsOfAColumnThatTheOtherDeviceDoesNotHave) {
    const auto notes = [](int column) {
        ExampleUnit measured = example_core();
        measured.unit.tile.column = column;
        Recorded simulated = recorded({example_core()});
        const words::Unit unit = simulated.units[0].unit;
        recording::TraceConfig config{
            names::EventNames{"npu1"}, {{unit, simulated.names.events(unit).value()}}, 4};
        simulated.names = {std::move(config), std::vector{unit}};
        return compare(recorded({measured}), simulated, {}).notes;
    };
    // A Phoenix has four columns with ShimTiles (1 to 4), and column 0 without.
    EXPECT_THAT(notes(4), IsEmpty());
    EXPECT_THAT(notes(5), testing::ElementsAre(HasSubstr(
                              "comes from another device: it has core (5,2), but the device of")));
}

TEST(Comparison, DoesNotJudgeWhatOneRecordingDoesNotWatch) {
    ExampleUnit less = example_core();
    less.slots.pop_back();
    std::erase_if(less.assertions, [](const Assertion& a) { return a.event == "PORT_RUNNING_0"; });
    EXPECT_EQ(event_of(compared({example_core()}, {less}), "PORT_RUNNING_0").verdict,
              Verdict::OnlyMeasured);
    const Comparison found = compared({less}, {example_core()});
    EXPECT_EQ(event_of(found, "PORT_RUNNING_0").verdict, Verdict::OnlySimulated);
    EXPECT_TRUE(found.passed());
}

TEST(Comparison, LeavesOutSlotsThatWatchNothing) {
    ExampleUnit with_none = example_core();
    with_none.slots.emplace_back("NONE");
    ExampleUnit asserted = with_none;
    asserted.assertions.push_back({"NONE", 700, 900});
    for (const auto& [measured, simulated] :
         {std::pair{with_none, asserted}, {asserted, with_none}, {asserted, example_core()}}) {
        const Comparison found = compared({measured}, {simulated});
        EXPECT_TRUE(found.passed());
        for (const Result& event : found.units.front().events)
            EXPECT_NE(event.name, "NONE");
    }
}

TEST(Comparison, FindsWhatIsWatchedButNeverHappens) {
    ExampleUnit idle = example_core();
    std::erase_if(idle.assertions, [](const Assertion& a) { return a.event == "INSTR_EVENT_1"; });
    const Comparison found = compared({example_core()}, {idle});
    EXPECT_EQ(event_of(found, "INSTR_EVENT_1").verdict, Verdict::Outside);
    EXPECT_THAT(event_of(found, "INSTR_EVENT_1").why, HasSubstr("20 times measured, 0 simulated"));
}

TEST(Comparison, IsNotJudgedWhereNothingCouldBeCompared) {
    const ExampleUnit measured{
        .slots = {"INSTR_EVENT_0"}, .assertions = {{"INSTR_EVENT_0", 10, 11}}, .stop = 100};
    const ExampleUnit simulated{
        .slots = {"LOCK_STALL"}, .assertions = {{"LOCK_STALL", 10, 50}}, .stop = 100};
    const Comparison found = compared({measured}, {simulated});
    EXPECT_EQ(found.outcome(), Outcome::NotJudged);
    EXPECT_EQ(to_string(found.outcome()), "not judged");
    EXPECT_FALSE(found.passed());
}

TEST(Comparison, TellsSharesOfUnitsThatWereMovedToNegativeCycles) {
    ExampleUnit shim{
        .unit = {words::Module::Shim, {1, 0}}, .packet_id = 3, .slots = {"PORT_RUNNING_0"}};
    for (std::int64_t begin = 100; begin < 5000; begin += 100)
        shim.assertions.push_back({"PORT_RUNNING_0", begin, begin + 40});
    shim.stop = 12'000;
    const auto core = [](std::int64_t cycle) {
        return ExampleUnit{.slots = {"INSTR_EVENT_0"},
                           .assertions = {{"INSTR_EVENT_0", cycle, cycle + 1}},
                           .stop = 12'000};
    };
    const Comparison found = compared({core(10), shim}, {core(10'000), shim});
    const Result& port = result_of(found.units.at(1).events, "PORT_RUNNING_0");
    EXPECT_NEAR(port.measured.share, 0.4, 0.01);
    EXPECT_EQ(port.simulated.share, port.measured.share);
}

}  // namespace
}  // namespace xdnasim::comparison
