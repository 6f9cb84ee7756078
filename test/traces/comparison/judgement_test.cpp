// How strictly each event is judged.

#include "traces/comparison/judgement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/traces/comparison/comparing.hpp"

namespace xdnasim::comparison {
namespace {

using testing::HasSubstr;

TEST(Judgement, IsStrictForTheCoresOwnWorkAlone) {
    using words::Module;
    EXPECT_EQ(judgement_of({Module::Core, "INSTR_VECTOR"}), Judgement::CycleByCycle);
    EXPECT_EQ(judgement_of({Module::Core, "INSTR_LOCK_ACQUIRE_REQ"}), Judgement::CycleByCycle);
    EXPECT_EQ(judgement_of({Module::Core, "slot 3"}), Judgement::CycleByCycle);
    EXPECT_EQ(judgement_of({Module::Core, "LOCK_STALL"}), Judgement::Band);
    EXPECT_EQ(judgement_of({Module::Core, "PORT_RUNNING_3"}), Judgement::Band);
    EXPECT_EQ(judgement_of({Module::Core, "PORT_TLAST_3"}), Judgement::Band);
    EXPECT_EQ(judgement_of({Module::Shim, "DMA_MM2S_0_START_TASK"}), Judgement::Band);
    EXPECT_EQ(judgement_of({Module::Memory, "CONFLICT_DM_BANK_1"}), Judgement::Band);
}

TEST(Judgement, KnowsWhatWaitsOrRests) {
    using words::Module;
    for (const Event& event :
         {Event{Module::Core, "LOCK_STALL"}, Event{Module::Core, "GROUP_STALL"},
          Event{Module::Core, "PORT_IDLE_0"}, Event{Module::MemTile, "PORT_STALLED_1"},
          Event{Module::Memory, "DMA_S2MM_0_STALLED_LOCK"},
          Event{Module::MemTile, "DMA_MM2S_SEL0_STREAM_BACKPRESSURE"},
          Event{Module::Shim, "DMA_MM2S_0_MEMORY_STARVATION"},
          // The simulator does not know when this one happens.
          Event{Module::Memory, "DMA_S2MM_0_STALLED_LOCK_ACQUIRE"}})
        EXPECT_TRUE(is_inactivity(event)) << event.name();
    for (const Event& event :
         {Event{Module::Core, "INSTR_EVENT_0"}, Event{Module::Core, "INSTR_LOCK_ACQUIRE_REQ"},
          Event{Module::Core, "PORT_RUNNING_0"}, Event{Module::Shim, "DMA_MM2S_0_FINISHED_TASK"},
          Event{Module::Core, "slot 3"}})
        EXPECT_FALSE(is_inactivity(event)) << event.name();
}

TEST(Judgement, JudgesWhatDependsOnTheDramByTheBand) {
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

TEST(Judgement, AllowsTheTimeBetweenKernelsTheBandWhereTheCoreWaits) {
    // Each gap is longer by 15 cycles of waiting, and in the simulation by 17: 2 cycles more of a
    // period of 135.
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
    EXPECT_EQ(kernel_of(found, "period").judgement, Judgement::Band);
    EXPECT_EQ(kernel_of(found, "length").verdict, Verdict::Pass);
    EXPECT_EQ(kernel_of(found, "length").judgement, Judgement::CycleByCycle);
    EXPECT_EQ(event_of(found, "LOCK_STALL").verdict, Verdict::Pass);
}

TEST(Judgement, AllowsTheBandForTheCyclesThatTheCoreWaitedAlone) {
    // Each gap has four lock operations that stall for a cycle. In a period of 120 cycles, the band
    // would allow 18.
    const auto locking = [](std::int64_t longer) {
        ExampleUnit unit = example_core();
        for (int i = 19; i > 0; --i)
            delay(unit, 500 + 120 * i, longer);
        for (int i = 1; i < 20; ++i)
            for (const std::int64_t before : {3, 7, 11, 15}) {
                const std::int64_t begin = 500 + (120 + longer) * i - before;
                unit.assertions.push_back({"LOCK_STALL", begin, begin + 1});
            }
        return unit;
    };
    EXPECT_TRUE(compared({locking(0)}, {locking(0)}).passed());
    const Comparison found = compared({locking(0)}, {locking(9)});
    EXPECT_EQ(kernel_of(found, "period").verdict, Verdict::Outside);
    EXPECT_EQ(kernel_of(found, "period").judgement, Judgement::CycleByCycle);
    EXPECT_THAT(kernel_of(found, "gap").why, HasSubstr("differs by +9 cycles, allowed 3"));
    EXPECT_EQ(event_of(found, "INSTR_EVENT_0").verdict, Verdict::Outside);
}

TEST(Judgement, TellsNoDivergenceOfWhatPassesByTheBand) {
    ExampleUnit longer = example_mem_tile();
    longer.assertions.at(5).end += 20;  // of 60: outside alone, but not as a share of all
    const Comparison found = compared({example_mem_tile()}, {longer});
    EXPECT_TRUE(found.passed());
    EXPECT_EQ(event_of(found, "PORT_RUNNING_0").largest.length, 20);
    EXPECT_FALSE(event_of(found, "PORT_RUNNING_0").first_divergence);
    EXPECT_FALSE(found.units.front().first_divergence);
}

}  // namespace
}  // namespace xdnasim::comparison
