// In which single cycles the probes of trace units assert their slots, given events of the modules:
// small cases worked out by hand. trace_system_test checks that whole runs have as many such
// cycles.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/core_probe.hpp"
#include "sim/environment.hpp"
#include "sim/simulation_context.hpp"
#include "sim/stream_probe.hpp"
#include "sim/trace_system.hpp"
#include "test/sim/example_run.hpp"
#include "test/sim/first_column.hpp"
#include "test/sim/traced_run.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using events::CoreAction;
using events::CoreState;
using events::StreamStallCause;
using names::Signal;
using names::stall_signal;
using test::Asserted;
using test::kCore;
using testing::ElementsAre;
using testing::IsEmpty;

/// The teaching device with a fixed latency of trace events, which the figures below assume.
arch::Device device_with_known_latencies() {
    arch::Device device = test::teaching_device();
    device.trace.lock_stall = Cycles{3};
    return device;
}

class ProbesByHand : public testing::Test {
 protected:
    ProbesByHand() : device_{device_with_known_latencies()}, environment_{device_, 1.0} {}

    /// Slot n watches the n-th of `signals`.
    [[nodiscard]] TraceSlots watching(std::initializer_list<Signal> signals) {
        TraceSlots slots{levels_};
        int slot = 0;
        for (const Signal signal : signals)
            slots.watch(signal, slot++);
        return slots;
    }
    /// The intervals in which each slot was asserted, up to cycle 1,000. To be called only once,
    /// since it takes the levels.
    [[nodiscard]] std::vector<std::vector<Asserted>> asserted() {
        std::vector<std::vector<Asserted>> slots(words::kSlots);
        levels_.take_until(Cycles{1000}, [&](Cycles begin, Cycles end, std::uint8_t mask) {
            for (std::size_t slot = 0; slot < slots.size(); ++slot) {
                if ((mask >> slot & 1U) == 0) continue;
                std::vector<Asserted>& own = slots[slot];
                if (!own.empty() && own.back().end == begin.count())
                    own.back().end = end.count();
                else
                    own.push_back({begin.count(), end.count()});
            }
        });
        return slots;
    }

    SimulationContext context_;
    arch::Device device_;
    Environment environment_;
    TraceLevels levels_;
};

class StreamByHand : public ProbesByHand {
 protected:
    static constexpr int kFlow = 0;
    static constexpr int kOtherFlow = 1;

    void view(int delay) {
        probe_.add({watching({Signal::PortRunning, Signal::PortStalled, Signal::PortIdle}),
                    {kFlow},
                    Cycles{delay},
                    nullptr});
    }
    void moved(int flow, std::int64_t begin, std::int64_t end, std::int64_t bytes) {
        probe_.on(events::StreamSegment{0, flow, Cycles{begin}, Cycles{end}, Bytes{bytes}});
    }
    void held_back(std::int64_t begin, std::int64_t end) {
        probe_.on(events::StreamStall{0, kFlow, StreamStallCause::Backpressure, Cycles{begin},
                                      Cycles{end}});
    }

    Stream stream_{"stream", environment_, 0, false};
    StreamProbe probe_{stream_, Bytes{4}};
};

TEST_F(StreamByHand, RunsInEachCycleAtFullSpeed) {
    view(0);
    moved(kFlow, 0, 10, 40);  // 10 beats of 4 bytes
    EXPECT_THAT(asserted()[0], ElementsAre(Asserted{0, 10}));
}

TEST_F(StreamByHand, RunsLaterAtAPortBehindSwitches) {
    view(6);
    moved(kFlow, 0, 10, 40);
    EXPECT_THAT(asserted()[0], ElementsAre(Asserted{6, 16}));
}

TEST_F(StreamByHand, SpreadsItsBeatsEvenlyWhereTheMemoryIsSlow) {
    view(0);
    // 4 beats in 10 cycles, one in each 2.5: in the last whole cycle before 2.5, 5, 7.5 and 10.
    moved(kFlow, 0, 10, 16);
    EXPECT_THAT(asserted()[0],
                ElementsAre(Asserted{1, 2}, Asserted{4, 5}, Asserted{6, 7}, Asserted{9, 10}));
}

TEST_F(StreamByHand, MovesABeatBehindASegmentThatHasNoCycleForIt) {
    view(0);
    moved(kFlow, 0, 3, 16);  // 4 beats in 3 cycles
    held_back(3, 10);
    const auto slots = asserted();
    EXPECT_THAT(slots[0], ElementsAre(Asserted{0, 4}));
    EXPECT_THAT(slots[1], ElementsAre(Asserted{4, 10}));
    EXPECT_THAT(slots[2], IsEmpty());
}

TEST_F(StreamByHand, IsIdleWhileAnotherFlowMoves) {
    view(0);
    moved(kOtherFlow, 0, 10, 40);
    moved(kFlow, 10, 15, 20);
    const auto slots = asserted();
    EXPECT_THAT(slots[0], ElementsAre(Asserted{10, 15}));
    EXPECT_THAT(slots[2], ElementsAre(Asserted{0, 10}));
}

class CoreByHand : public ProbesByHand {
 protected:
    [[nodiscard]] CoreProbe probe(std::initializer_list<Signal> signals) {
        return {watching(signals), core_, table_, device_};
    }
    static events::CoreInterval busy(CoreAction action, std::int64_t begin, std::int64_t end) {
        return {.tile = kCore,
                .state = CoreState::Busy,
                .action = action,
                .begin = Cycles{begin},
                .end = Cycles{end}};
    }
    static events::CoreInterval waiting_for_a_lock(std::int64_t begin, std::int64_t end) {
        return {.tile = kCore,
                .state = CoreState::LockStall,
                .action = CoreAction::LockAcquire,
                .begin = Cycles{begin},
                .end = Cycles{end}};
    }
    static schedule::TileProgram idle() {
        schedule::TileProgram program;
        program.tile = kCore;
        return program;
    }

    const std::vector<kernels::Kernel> kernels_{{"copy", kernels::Copy{Bytes{64}}, Cycles{100}}};
    const calls::KernelTable table_ = calls::make_kernel_table(kernels_, device_);
    const schedule::Schedule schedule_{};
    const schedule::TileProgram program_ = idle();
    LockBanks locks_;
    calls::BankStalls stalls_{schedule_, table_, device_};
    VliwCore core_{"core", environment_, program_, table_, stalls_, locks_, {}};
};

TEST_F(CoreByHand, PutsTheStallsOfAKernelEvenlyIntoIt) {
    CoreProbe seen = probe({stall_signal(CoreState::MemoryStall), Signal::Call,
                            Signal::KernelBegins, Signal::KernelEnds, Signal::Return});
    events::CoreInterval kernel = busy(CoreAction::Kernel, 100, 204);
    kernel.call = Cycles{4};
    kernel.memory_stall = Cycles{3};
    seen.on(kernel);
    const auto slots = asserted();
    // The kernel's 100 cycles begin at 104. The 3 stalls divide them evenly: they follow 25, 50 and
    // 75 of these cycles, and each stall also follows the stalls before it. 104 + 25 + 0, 104 + 50
    // + 1, 104 + 75 + 2.
    EXPECT_THAT(slots[0], ElementsAre(Asserted{129, 130}, Asserted{155, 156}, Asserted{181, 182}));
    EXPECT_THAT(slots[1], ElementsAre(Asserted{100, 101}));
    EXPECT_THAT(slots[2], ElementsAre(Asserted{104, 105}));
    EXPECT_THAT(slots[3], ElementsAre(Asserted{207, 208}));  // 204 + 3 stalls
    EXPECT_THAT(slots[4], ElementsAre(Asserted{207, 208}));
}

TEST_F(CoreByHand, JoinsTheKernelThatACascadeHoldsUp) {
    CoreProbe seen = probe({Signal::KernelBegins, Signal::KernelEnds, Signal::Call, Signal::Return,
                            stall_signal(CoreState::CascadeStall), Signal::AnyStall});
    events::CoreInterval first = busy(CoreAction::Kernel, 100, 150);
    first.call = Cycles{4};
    first.pauses = true;
    events::CoreInterval stall = busy(CoreAction::Kernel, 150, 180);
    stall.state = CoreState::CascadeStall;
    events::CoreInterval last = busy(CoreAction::Kernel, 180, 234);
    last.done = Cycles{46};
    last.resumes = true;
    for (const events::CoreInterval& interval : {first, stall, last})
        seen.on(interval);
    const auto slots = asserted();
    EXPECT_THAT(slots[0], ElementsAre(Asserted{104, 105}));
    EXPECT_THAT(slots[1], ElementsAre(Asserted{234, 235}));
    EXPECT_THAT(slots[2], ElementsAre(Asserted{100, 101}));
    EXPECT_THAT(slots[3], ElementsAre(Asserted{234, 235}));
    EXPECT_THAT(slots[4], ElementsAre(Asserted{150, 180}));
    EXPECT_THAT(slots[5], ElementsAre(Asserted{150, 180}));
}

TEST_F(CoreByHand, StallsForACycleAtALockThatIsFree) {
    CoreProbe seen =
        probe({Signal::LockAcquire, stall_signal(CoreState::LockStall), Signal::LockRelease});
    seen.on(busy(CoreAction::LockAcquire, 50, 51));
    seen.on(busy(CoreAction::LockRelease, 70, 71));
    const auto slots = asserted();
    EXPECT_THAT(slots[0], ElementsAre(Asserted{50, 51}));
    EXPECT_THAT(slots[1], ElementsAre(Asserted{53, 54}, Asserted{73, 74}));  // shows 3 cycles later
    EXPECT_THAT(slots[2], ElementsAre(Asserted{70, 71}));
}

TEST_F(CoreByHand, AsksOnceForALockThatItWaitsFor) {
    CoreProbe seen = probe({Signal::LockAcquire, stall_signal(CoreState::LockStall)});
    seen.on(waiting_for_a_lock(60, 90));
    seen.on(busy(CoreAction::LockAcquire, 90, 91));
    const auto slots = asserted();
    EXPECT_THAT(slots[0], ElementsAre(Asserted{60, 61}));
    EXPECT_THAT(slots[1], ElementsAre(Asserted{63, 90}));
}

}  // namespace
}  // namespace xdnasim::sim
