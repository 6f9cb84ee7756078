// When the beats of a stream pass the port of each receiver, worked out by hand.

#include <ostream>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/environment.hpp"
#include "sim/simulation_context.hpp"
#include "sim/stream_probe.hpp"
#include "test/sim/example_run.hpp"
#include "test/sim/scripted_end.hpp"
#include "test/sim/traced_run.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using names::Signal;
using test::Asserted;
using test::at;
using test::ScriptedEnd;
using testing::ElementsAre;

/// Forwards a stream's events to the probe of its ports.
class Told : public events::Listener {
 public:
    using Listener::on;
    explicit Told(StreamProbe& probe) : probe_{probe} {}
    void on(const events::StreamSegment& segment) override { probe_.on(segment); }
    void on(const events::StreamStall& stall) override { probe_.on(stall); }

 private:
    StreamProbe& probe_;
};

/// A stream with beats of 4 bytes, whose ends derived fixtures connect.
class WatchedStream : public testing::Test {
 protected:
    WatchedStream() { environment_.events.add(told_); }
    /// Watches the port of receiver number `receiver`, `delay` cycles from the source. Slots 0, 1
    /// and 2 of `levels`: running, stalled, idle.
    void view(TraceLevels& levels, int delay, std::size_t receiver) {
        TraceSlots slots{levels};
        slots.watch(Signal::PortRunning, 0);
        slots.watch(Signal::PortStalled, 1);
        slots.watch(Signal::PortIdle, 2);
        probe_.add({slots, {0}, Cycles{delay}, nullptr, receiver});
    }
    /// Runs up to cycle 400; the probe looks at the ports every `look_interval` cycles.
    void run(int look_interval) {
        for (int cycle = look_interval; cycle < 400; cycle += look_interval) {
            sc_core::sc_start(look_interval, sc_core::SC_NS);
            probe_.look(Cycles{cycle});
        }
        sc_core::sc_start(500, sc_core::SC_NS);
        probe_.look(Cycles{400});
    }
    static std::vector<Asserted> slot(TraceLevels& levels, std::size_t slot) {
        std::vector<Asserted> asserted;
        levels.take_until(Cycles{400}, [&](Cycles begin, Cycles end, std::uint8_t mask) {
            if ((mask >> slot & 1U) == 0) return;
            if (!asserted.empty() && asserted.back().end == begin.count())
                asserted.back().end = end.count();
            else
                asserted.push_back({begin.count(), end.count()});
        });
        return asserted;
    }

    SimulationContext context_;
    arch::Device device_ = test::device_with_hops_of_a_cycle();
    Environment environment_{device_, 1.0};
    Stream stream_{"stream", environment_, 0, false};
    StreamProbe probe_{stream_, Bytes{4}};
    Told told_{probe_};
};

/// The cycle in which a sink is ready for its second BD, and when its port runs and stalls.
struct Ready {
    int cycle;
    std::vector<Asserted> running;
    std::vector<Asserted> stalled;
};
void PrintTo(const Ready& ready, std::ostream* out) {
    *out << "ready at " << ready.cycle;
}

/// 100 beats go to one sink, 6 cycles away, which takes 50 beats in each of two BDs. Before the
/// second BD starts, the sink's FIFO takes 16 of its beats, and 12 wait in the switches. One beat a
/// cycle passes the sink's port from cycle 6 on; up to cycle 72, these are 66 (50 + 16).
class OneReceiver : public WatchedStream,
                    public testing::WithParamInterface<std::tuple<Ready, int>> {
 protected:
    static constexpr int kDelay = 6;

    OneReceiver() {
        sink_.connect(stream_, false, stream_.add_sink(sink_, kDelay, 16));
        source_.connect(stream_, true, stream_.add_source(source_, {0}));
        view(levels_, kDelay, 0);
    }

    const Ready ready_ = std::get<0>(GetParam());
    ScriptedEnd sink_{"sink", environment_, {at(0, 200), at(ready_.cycle, 200)}};
    ScriptedEnd source_{"source", environment_, {at(0, 400)}};
    TraceLevels levels_;
};

TEST_P(OneReceiver, RunsOnFromTheCycleInWhichItIsReady) {
    run(std::get<1>(GetParam()));
    EXPECT_EQ(slot(levels_, 0), ready_.running);
}

TEST_P(OneReceiver, StallsUntilThen) {
    run(std::get<1>(GetParam()));
    EXPECT_EQ(slot(levels_, 1), ready_.stalled);
}

const std::vector<Ready> kReady{
    {70, {{6, 106}}, {}},  // the 67th beat is still on its way
    {72, {{6, 106}}, {}},
    {75, {{6, 72}, {75, 109}}, {{72, 75}}},   // 9 beats wait, and 25 follow them
    {78, {{6, 72}, {78, 112}}, {{72, 78}}},   // the switches are full, and the source goes on
    {80, {{6, 72}, {80, 114}}, {{72, 80}}}};  // the source had to wait

/// 100 beats go to two sinks, which take 50 beats in each of two BDs. Both start the first BD in
/// cycle 0. Before a sink starts the second BD, its FIFO takes 16 beats, and 2 beats for each cycle
/// of the way wait in the switches: 4 before `near`, 12 before `far`. `near` is 2 cycles away and
/// starts the second BD in cycle 300; `far` is 6 cycles away and starts it in cycle 200.
class Broadcast : public WatchedStream {
 protected:
    static constexpr int kNear = 2;
    static constexpr int kFar = 6;

    Broadcast() {
        near_.connect(stream_, false, stream_.add_sink(near_, kNear, 16));
        far_.connect(stream_, false, stream_.add_sink(far_, kFar, 16));
        source_.connect(stream_, true, stream_.add_source(source_, {0, 1}));
        view(near_levels_, kNear, 0);
        view(far_levels_, kFar, 1);
    }

    ScriptedEnd near_{"near", environment_, {at(0, 200), at(300, 200)}};
    ScriptedEnd far_{"far", environment_, {at(0, 200), at(200, 200)}};
    ScriptedEnd source_{"source", environment_, {at(0, 400)}};
    TraceLevels near_levels_;
    TraceLevels far_levels_;
};

class BroadcastRuns : public Broadcast, public testing::WithParamInterface<int> {};

// Up to cycle 70, the source sends 70 beats: the 50 of the first BD, and the 20 (16 + 4) that
// `near` has room for. It sends the last 30 from cycle 300 on.

TEST_P(BroadcastRuns, AtTheSlowestReceiverWhenItIsReady) {
    run(GetParam());
    // The 50 beats of the first BD from 2 on, and from 52 on the 16 that the FIFO takes. From 300
    // on the 4 that wait in the switches, and the last 30 behind them.
    EXPECT_THAT(slot(near_levels_, 0), ElementsAre(Asserted{2, 68}, Asserted{300, 334}));
}

TEST_P(BroadcastRuns, AtAnotherReceiverAsFarAsItIsReadyItself) {
    run(GetParam());
    // The 50 beats of the first BD from 6 on, and the 16 that the FIFO takes. The 4 beats that wait
    // in the switches pass when `far` starts its second BD, at 200; the last 30 come when the
    // source sends them for both sinks.
    EXPECT_THAT(slot(far_levels_, 0),
                ElementsAre(Asserted{6, 72}, Asserted{200, 204}, Asserted{306, 336}));
}

TEST_P(BroadcastRuns, IntoEachReceiverThatStallsUntilItIsReadyItself) {
    run(GetParam());
    EXPECT_THAT(slot(near_levels_, 1), ElementsAre(Asserted{68, 300}));
}

TEST_P(BroadcastRuns, IntoAReceiverThatIsIdleWhileItWaitsForAnother) {
    run(GetParam());
    EXPECT_THAT(slot(far_levels_, 1), ElementsAre(Asserted{72, 200}));
}

INSTANTIATE_TEST_SUITE_P(Looks, OneReceiver,
                         testing::Combine(testing::ValuesIn(kReady),
                                          testing::Values(1, 7, 13, 64, 1'000)));
INSTANTIATE_TEST_SUITE_P(Looks, BroadcastRuns, testing::Values(7, 64, 1'000),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace xdnasim::sim
