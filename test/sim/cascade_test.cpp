// The cascade against closed forms: the cycles that words take, and how long each core stalls.

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/sim/program_builder.hpp"
#include "test/support/parameter_name.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using events::CoreState;
using test::acquire;
using test::call;
using test::loop;
using test::ProgramBuilder;
using test::ProgramRun;
using test::release;
using testing::HasSubstr;
using testing::Not;

constexpr arch::TileId kWest{0, 4};
constexpr arch::TileId kEast{1, 4};
constexpr arch::TileId kSouth{1, 3};

/// Small programs with cascades, on devices of both architectures.
class CascadeTheory : public testing::TestWithParam<const char*> {
 protected:
    [[nodiscard]] ProgramRun run() {
        const schedule::Schedule made = builder.finish();
        EXPECT_EQ(validate(made, device).size(), 0U);
        return test::run_program(made, device);
    }

    const arch::Device device = test::device_named(GetParam());
    const std::int64_t latency = device.core.cascade.latency.count();
    ProgramBuilder builder{device};
};

INSTANTIATE_TEST_SUITE_P(Architectures, CascadeTheory,
                         testing::Values("xdna-phoenix", "xdna2-strix", "versal-ve2802"),
                         NamedAfterParameter{});

TEST_P(CascadeTheory, AWordPassesInEveryCycle) {
    constexpr std::int64_t kWords = 1000;
    builder.cascade(kWest, kEast);
    builder.program(kWest, {call(builder.external(kWords, {.puts = kWords}))});
    builder.program(kEast, {call(builder.external(kWords, {.gets = kWords}))});
    const ProgramRun run = this->run();
    EXPECT_EQ(run.cycles, Cycles{kWords + latency});
    EXPECT_EQ(run.time(kWest, CoreState::CascadeStall), 0);
    EXPECT_EQ(run.time(kEast, CoreState::CascadeStall), latency);
    EXPECT_EQ(run.time(kEast, CoreState::Busy), kWords);
}

TEST_P(CascadeTheory, AFifthWordWaitsUntilOneIsTaken) {
    constexpr std::int64_t kAway = 100;
    for (const std::int64_t words : {4, 5, 6}) {
        ProgramBuilder two{device};
        two.cascade(kEast, kSouth);  // to the south
        two.program(kEast, {call(two.external(words, {.puts = words}))});
        two.program(kSouth,
                    {call(two.external(kAway)), call(two.external(words, {.gets = words}))});
        const ProgramRun run = test::run_program(two.finish(), device);
        // The fifth word is due in cycle 4. It has room once the first get, in cycle kAway, is
        // known at the other end, `latency` cycles later.
        const std::int64_t stall = words > 4 ? kAway + latency - 4 : 0;
        EXPECT_EQ(run.time(kEast, CoreState::CascadeStall), stall) << words;
        EXPECT_EQ(run.time(kEast, CoreState::Busy), words);
        EXPECT_EQ(run.cycles, Cycles{kAway + words});
    }
}

TEST_P(CascadeTheory, AGetThatComesEarlyStallsForAsLong) {
    for (std::int64_t early = 0; early <= latency; ++early) {
        ProgramBuilder two{device};
        two.cascade(kWest, kEast);
        two.program(kWest, {call(two.external(1, {.puts = 1}))});
        schedule::CoreBody late;
        if (early < latency) late.push_back(call(two.external(latency - early)));
        late.push_back(call(two.external(1, {.gets = 1})));
        two.program(kEast, late);
        const ProgramRun run = test::run_program(two.finish(), device);
        EXPECT_EQ(run.time(kEast, CoreState::CascadeStall), early);
        EXPECT_EQ(run.cycles, Cycles{latency + 1});
    }
}

TEST_P(CascadeTheory, PassingWordsOnTakesTwoCyclesEach) {
    const auto cycles = [&](std::int64_t words) {
        const kernels::Kernel kernel{
            "link", kernels::ChainSum{arch::kCascadeWord * words, true, true}, {}};
        return kernels::cycles_per_call(kernel, device).count();
    };
    EXPECT_EQ(cycles(300) - cycles(100), 2 * 200);

    constexpr std::int64_t kWords = 500;
    builder.cascade(kWest, kEast);
    builder.cascade(kEast, {2, 4});
    builder.program(kWest, {loop(kWords, {{schedule::PutCascade{}}})});
    builder.program(kEast, {loop(kWords, {{schedule::GetCascade{}}, {schedule::PutCascade{}}})});
    builder.program({2, 4}, {loop(kWords, {{schedule::GetCascade{}}})});
    const ProgramRun run = this->run();
    EXPECT_EQ(run.time(kEast, CoreState::Busy), 2 * kWords);
    EXPECT_EQ(run.time(kEast, CoreState::CascadeStall), latency);
    // The middle core gets its first word after `latency` cycles and then takes two cycles a word.
    // The last core gets the last word `latency` cycles after it is put.
    EXPECT_EQ(run.cycles, Cycles{latency + 2 * kWords + latency});
}

TEST_P(CascadeTheory, AChainRunsAtThePaceOfItsSlowestCore) {
    constexpr std::int64_t kWords = 64;
    constexpr std::int64_t kCalls = 50;
    constexpr std::int64_t kSlow = 500;
    builder.cascade(kWest, kEast);
    builder.cascade(kEast, {2, 4});
    builder.program(kWest, {loop(kCalls, {call(builder.external(200, {.puts = kWords}))})});
    builder.program(
        kEast, {loop(kCalls, {call(builder.external(kSlow, {.gets = kWords, .puts = kWords}))})});
    builder.program({2, 4}, {loop(kCalls, {call(builder.external(300, {.gets = kWords}))})});
    const ProgramRun run = this->run();
    EXPECT_EQ(run.time(kEast, CoreState::Busy), kSlow * kCalls);
    EXPECT_LE(run.cycles.count(), kSlow * kCalls + 300 + 3 * latency + kWords);
    EXPECT_LE(run.time(kEast, CoreState::CascadeStall), 2 * kSlow / kWords + latency);
    const std::int64_t fed = run.time(kWest, CoreState::CascadeStall);
    EXPECT_GT(fed, (kSlow - 200) * (kCalls - 2));
}

TEST_P(CascadeTheory, TheTimesOfACoreAddUp) {
    constexpr std::int64_t kWords = 40;
    builder.cascade(kWest, kEast);
    builder.program(kWest, {loop(9, {call(builder.external(70, {.puts = kWords}))})});
    builder.program(kEast, {loop(9, {call(builder.external(97, {.gets = kWords}))})});
    const ProgramRun run = this->run();
    for (const arch::TileId core : {kWest, kEast}) {
        Cycles behind{0};
        int intervals = 0;
        for (const events::CoreInterval& interval : run.recorder.core) {
            if (interval.tile != core) continue;
            EXPECT_EQ(interval.begin, behind) << "nothing overlaps, and nothing is left out";
            behind = interval.end;
            ++intervals;
        }
        EXPECT_GE(intervals, 9);
    }
    const auto result = backends::make_systemc_backend()->run(builder.finish(), device, {});
    for (const backends::CoreTimes& core : result.cores) {
        EXPECT_EQ(std::accumulate(core.cycles.begin(), core.cycles.end(), Cycles{0}), run.cycles);
        EXPECT_EQ(core[CoreState::CascadeStall].count(),
                  run.time(core.tile, CoreState::CascadeStall));
    }
    int calls = 0;
    for (const events::CoreInterval& interval : run.recorder.core)
        calls += interval.state == CoreState::Busy && !interval.pauses ? 1 : 0;
    EXPECT_EQ(calls, 18);
}

TEST_P(CascadeTheory, ACircleOfAFullCascadeAndALockIsExplained) {
    builder.cascade(kWest, kEast);
    const schedule::LockRef ready = builder.lock(kWest, 0);
    builder.program(kWest, {call(builder.external(10, {.puts = 10})), release(ready)});
    builder.program(kEast, {acquire(ready), call(builder.external(10, {.gets = 10}))});
    try {
        static_cast<void>(run());
        FAIL() << "it must not end";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("core (0,4) waits for room on the full cascade to core (1,4), which "
                              "has taken 0 of 4 words"));
        EXPECT_THAT(error.what(), HasSubstr("core (1,4) waits for lock 0 'l0' of (0,4)"));
        EXPECT_THAT(error.what(), HasSubstr("released by core (0,4)"));
        EXPECT_THAT(error.what(), Not(HasSubstr("ended")));
    }
}

TEST_P(CascadeTheory, AWordThatNobodyPutsIsExplained) {
    builder.cascade(kWest, kEast);
    builder.program(kWest, {call(builder.external(10, {.puts = 9}))});
    builder.program(kEast, {call(builder.external(10, {.gets = 10}))});
    try {
        static_cast<void>(run());
        FAIL() << "it must not end";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(
            error.what(),
            HasSubstr("core (1,4) waits for a word on the cascade from core (0,4), which has put "
                      "9, and whose program has ended"));
        EXPECT_THAT(error.what(), HasSubstr("\n  core (0,4) has come to the end of its program\n"));
    }
}

TEST_P(CascadeTheory, KernelsMoveTheirWordsAtTheTimesOfTheirInstructions) {
    constexpr std::int64_t kWords = 20;
    const Bytes size = arch::kCascadeWord * kWords;
    const auto chain_sum = [&](bool gets, bool puts) {
        return builder.kernel({"sum", kernels::ChainSum{size, gets, puts}, {}, true});
    };
    builder.cascade(kWest, kEast);
    const schedule::BufferSlice x{builder.buffer(kWest, size), Bytes{0}, size};
    const schedule::BufferSlice y{builder.buffer(kEast, size), Bytes{0}, size};
    const schedule::BufferSlice out{builder.buffer(kEast, size), Bytes{0}, size};
    builder.program(kWest, {call(chain_sum(false, true), {x})});
    builder.program(kEast, {call(chain_sum(true, false), {y, out})});
    const ProgramRun run = this->run();
    const auto& kernels = builder.schedule.kernels;
    const std::int64_t last = kernels::cycles_per_call(kernels[1], device).count();
    // The first word is put when its load has finished, and everything that waits for the word
    // comes later by as much.
    EXPECT_EQ(run.time(kEast, CoreState::Busy), last);
    const std::int64_t load = 7;  // latency of a vector load (AIE2Schedule.td)
    EXPECT_GE(run.time(kEast, CoreState::CascadeStall), latency);
    EXPECT_LE(run.time(kEast, CoreState::CascadeStall), load + latency);
}

}  // namespace
}  // namespace xdnasim::sim
