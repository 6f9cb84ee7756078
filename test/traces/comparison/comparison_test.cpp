// Recordings compared with each other, and what is said of their differences.

#include "xdnasim/traces/comparison/comparison.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/comparison/example_recording.hpp"
#include "xdnasim/arch/error.hpp"

namespace xdnasim::comparison {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

Comparison compared(const Example& measured, const Example& simulated,
                    const Options& options = {}) {
    Recorded moved = recorded(simulated);
    return compare(recorded(measured), moved, options);
}

const Result& result_of(const std::vector<Result>& results, std::string_view name) {
    const auto found = std::find_if(results.begin(), results.end(),
                                    [name](const Result& result) { return result.name == name; });
    if (found == results.end()) throw std::out_of_range{std::string{name}};
    return *found;
}

const Result& event_of(const Comparison& comparison, std::string_view name) {
    return result_of(comparison.units.front().events, name);
}

const Result& kernel_of(const Comparison& comparison, std::string_view name) {
    return result_of(comparison.units.front().kernels, name);
}

/// Moves everything from `begin` on.
void delay(ExampleUnit& unit, std::int64_t begin, std::int64_t cycles) {
    for (Assertion& assertion : unit.assertions) {
        if (assertion.begin >= begin) assertion.begin += cycles;
        if (assertion.end > begin) assertion.end += cycles;
    }
    if (unit.stop) *unit.stop += static_cast<std::uint64_t>(cycles);
}

TEST(Comparison, FindsNothingBetweenARecordingAndItself) {
    for (const AlignBy align : {AlignBy::FirstEvent, AlignBy::Start}) {
        const Comparison found = compared({example_core(), example_mem_tile()},
                                          {example_core(), example_mem_tile()}, {.align = align});
        EXPECT_TRUE(found.passed());
        // How long the core waits for its first data is not compared from the first event on.
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
    delay(slower, 500 + 120 * 7 + 100, 5);  // the end of the kernel 7
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

TEST(Comparison, LeavesOutHowLongTheHostTookToBegin) {
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

TEST(Comparison, PutsUnitsOnTheTimeOfTheirStarts) {
    ExampleUnit core = example_core();
    core.start_timer = 1003;  // 3 cycles later than in the other: its events come 3 cycles sooner
    core.shift(-3);
    const Comparison found = compared({example_core(), example_mem_tile()},
                                      {core, example_mem_tile()}, {.align = AlignBy::Start});
    for (const UnitComparison& unit : found.units)
        for (const Result& event : unit.events)
            EXPECT_EQ(event.largest.offset, 0) << event.name;
}

TEST(Comparison, MatchesSlotsByWhatTheyWatch) {
    ExampleUnit other = example_core();
    std::reverse(other.slots.begin(), other.slots.end());
    const Comparison found = compared({example_core()}, {other});
    EXPECT_TRUE(found.passed());
    EXPECT_EQ(found.count(Verdict::Pass), 6U);

    Recorded unnamed = recorded({other}, false);
    const Comparison by_slot = compare(recorded({example_core()}), unnamed, {});
    EXPECT_FALSE(by_slot.passed());
    EXPECT_THAT(by_slot.notes, ElementsAre(HasSubstr("events go by their slots")));
}

TEST(Comparison, ComparesTheCommonPartOfACutOffRecording) {
    ExampleUnit cut = example_core(11);
    cut.stop.reset();
    const Comparison found = compared({cut}, {example_core()});
    EXPECT_TRUE(found.passed());
    // The last interval of the recording, an end of a kernel, may go on.
    EXPECT_EQ(event_of(found, "INSTR_EVENT_0").pairs, 11U);
    EXPECT_EQ(event_of(found, "INSTR_EVENT_1").pairs, 10U);
    EXPECT_THAT(found.units.front().notes,
                ElementsAre("the measured recording is cut off; compared up to cycle 1800"));
}

TEST(Comparison, SaysThatNothingOfAnEventIsInTheCommonPart) {
    ExampleUnit longer = example_core();
    longer.slots.emplace_back("INSTR_VECTOR");
    longer.assertions.push_back({"INSTR_VECTOR", 2700, 2710});
    ExampleUnit cut = example_core(11);
    cut.slots = longer.slots;
    cut.stop.reset();
    const Comparison found = compared({cut}, {longer});
    EXPECT_EQ(event_of(found, "INSTR_VECTOR").verdict, Verdict::NotComparable);
    EXPECT_TRUE(found.passed());
}

TEST(Comparison, AlignsEachUnitWhereAStartIsMissing) {
    ExampleUnit headless = example_core();
    headless.start_timer.reset();
    const Comparison found =
        compared({headless, example_mem_tile()}, {example_core(), example_mem_tile()},
                 {.align = AlignBy::Start});
    EXPECT_TRUE(found.passed());
    EXPECT_TRUE(found.alignment.unit_by_unit);
    EXPECT_EQ(found.alignment.by, AlignBy::FirstEvent);
    EXPECT_THAT(found.notes, ElementsAre(HasSubstr("units without a start")));
    EXPECT_THAT(found.units.front().notes, ElementsAre(HasSubstr("lacks its start")));
}

TEST(Comparison, FindsUnitsOnOtherColumnsAndWithOtherPackets) {
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

TEST(Comparison, NamesUnitsThatOneRecordingLacks) {
    const Comparison found = compared({example_core(), example_mem_tile()}, {example_core()});
    EXPECT_TRUE(found.passed());
    EXPECT_EQ(found.units.size(), 1U);
    EXPECT_THAT(found.matching.only_measured, ElementsAre(example_mem_tile().unit));
    EXPECT_THAT(found.matching.only_simulated, IsEmpty());
}

TEST(Comparison, IsRefusedWithoutACommonUnit) {
    EXPECT_THAT(
        [] { compared({example_core()}, {example_mem_tile()}); },
        ThrowsMessage<arch::InputError>(AllOf(
            HasSubstr("no unit in common"), HasSubstr("core (1,2)"), HasSubstr("memtile (1,1)"))));
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

TEST(Comparison, FindsWhatIsWatchedButNeverHappens) {
    ExampleUnit idle = example_core();
    std::erase_if(idle.assertions, [](const Assertion& a) { return a.event == "INSTR_EVENT_1"; });
    const Comparison found = compared({example_core()}, {idle});
    EXPECT_EQ(event_of(found, "INSTR_EVENT_1").verdict, Verdict::Outside);
    EXPECT_THAT(event_of(found, "INSTR_EVENT_1").why, HasSubstr("20 times measured, 0 simulated"));
}

TEST(Comparison, JudgesWhatDependsOnTheDramByTheBand) {
    const auto with_port_of = [](std::int64_t cycles) {
        ExampleUnit unit = example_mem_tile();
        for (Assertion& assertion : unit.assertions)
            assertion.end = assertion.begin + cycles;
        return unit;
    };
    EXPECT_TRUE(compared({with_port_of(60)}, {with_port_of(66)}).passed());
    const Comparison found = compared({with_port_of(60)}, {with_port_of(75)});
    EXPECT_FALSE(found.passed());
    EXPECT_THAT(event_of(found, "PORT_RUNNING_0").why,
                HasSubstr("cycles asserted: 1200 measured, 1500 simulated; allowed: 15 % apart"));
    EXPECT_EQ(event_of(found, "PORT_RUNNING_0").distance, 1);
}

TEST(Comparison, AllowsTheTimeBetweenKernelsTheBandWhereTheCoreWaits) {
    // Each gap is 15 cycles of waiting longer, by 2 more in the simulation: of 135 cycles.
    const auto waiting = [](std::int64_t cycles) {
        ExampleUnit unit = example_core();
        for (int i = 19; i > 0; --i)
            delay(unit, 500 + 120 * i, cycles);
        for (int i = 1; i < 20; ++i) {
            const std::int64_t begin = 500 + (120 + cycles) * i;
            unit.assertions.push_back({"LOCK_STALL", begin - cycles, begin});
        }
        return unit;
    };
    const Comparison found = compared({waiting(15)}, {waiting(17)}, {.tolerances = {.cycles = 1}});
    EXPECT_EQ(kernel_of(found, "period").verdict, Verdict::Pass);
    EXPECT_EQ(kernel_of(found, "period").largest.length, 2);
    EXPECT_EQ(kernel_of(found, "length").verdict, Verdict::Pass);
    EXPECT_EQ(event_of(found, "LOCK_STALL").verdict, Verdict::Pass);
}

TEST(Comparison, TellsThatARecordingIsDamaged) {
    const TemporaryFolder folder;
    const auto files = write_example(folder, "damaged", {example_core()});
    std::string words = content_of(files.words);
    words.replace(words.size() - 9, 8, "f2f2f2f2");
    const auto damaged = folder.write("damaged.txt", words);
    Recorded simulated = read_recording(damaged, files.config);
    EXPECT_THAT(compare(recorded({example_core()}), simulated, {}).notes,
                ElementsAre(HasSubstr("is damaged, 1 fault")));
}

TEST(Recorded, RefusesMoreIntervalsThanItIsAllowed) {
    const TemporaryFolder folder;
    const auto files = write_example(folder, "example", {example_core()});
    EXPECT_NO_THROW(static_cast<void>(read_recording(files.words, {}, 61)));
    EXPECT_THAT([&] { static_cast<void>(read_recording(files.words, {}, 60)); },
                ThrowsMessage<arch::InputError>(HasSubstr("holds more than 60 intervals")));
}

TEST(Judgement, IsStrictForTheCoresOwnWorkAlone) {
    using words::Module;
    EXPECT_EQ(judgement_of(Module::Core, "INSTR_VECTOR"), Judgement::CycleByCycle);
    EXPECT_EQ(judgement_of(Module::Core, "INSTR_LOCK_ACQUIRE_REQ"), Judgement::CycleByCycle);
    EXPECT_EQ(judgement_of(Module::Core, "slot 3"), Judgement::CycleByCycle);
    EXPECT_EQ(judgement_of(Module::Core, "LOCK_STALL"), Judgement::Band);
    EXPECT_EQ(judgement_of(Module::Core, "PORT_RUNNING_3"), Judgement::Band);
    EXPECT_EQ(judgement_of(Module::Shim, "DMA_MM2S_0_START_TASK"), Judgement::Band);
    EXPECT_EQ(judgement_of(Module::Memory, "CONFLICT_DM_BANK_1"), Judgement::Band);
}

}  // namespace
}  // namespace xdnasim::comparison
