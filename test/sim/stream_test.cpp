#include "sim/stream.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "sim/environment.hpp"
#include "sim/simulation_context.hpp"
#include "test/sim/example_run.hpp"
#include "test/sim/scripted_end.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using test::at;
using test::ScriptedEnd;

class StreamTest : public testing::Test {
 protected:
    // As the teaching device: 4 bytes a cycle, 16 beats (64 bytes) of ingress FIFO.
    StreamTest() : device_{test::device_with_hops_of_a_cycle()}, environment_{device_, 1.0} {}

    Stream& make_stream(bool packet) {
        stream_ = std::make_unique<Stream>("stream", environment_, 0, packet);
        return *stream_;
    }
    ScriptedEnd& source(const char* name, std::vector<ScriptedEnd::Start> script,
                        std::vector<int> sinks) {
        ends_.push_back(std::make_unique<ScriptedEnd>(name, environment_, std::move(script)));
        ends_.back()->connect(*stream_, true, stream_->add_source(*ends_.back(), std::move(sinks)));
        return *ends_.back();
    }
    ScriptedEnd& sink(const char* name, std::vector<ScriptedEnd::Start> script, int hops = 0) {
        ends_.push_back(std::make_unique<ScriptedEnd>(name, environment_, std::move(script)));
        ends_.back()->connect(
            *stream_, false,
            stream_->add_sink(*ends_.back(), hops, device_.timing.ingress_fifo_beats));
        return *ends_.back();
    }

    SimulationContext context_;
    arch::Device device_;
    Environment environment_;
    std::unique_ptr<Stream> stream_;
    std::vector<std::unique_ptr<ScriptedEnd>> ends_;
};

TEST_F(StreamTest, MovesAWordACycle) {
    make_stream(false);
    const auto& in = sink("in", {at(10, 400)});
    const auto& out = source("out", {at(10, 400)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(out.moved, std::vector{Cycles{110}});
    EXPECT_EQ(in.moved, std::vector{Cycles{110}});
}

TEST_F(StreamTest, ReachesASinkAfterItsHops) {
    make_stream(false);
    const auto& near = sink("near", {at(0, 400)}, 2);
    const auto& far = sink("far", {at(0, 400)}, 9);
    source("out", {at(0, 400)}, {0, 1});
    sc_core::sc_start();
    EXPECT_EQ(near.moved, std::vector{Cycles{102}});
    EXPECT_EQ(far.moved, std::vector{Cycles{109}});
}

TEST_F(StreamTest, FillsTheIngressFifoThenWaitsForTheSink) {
    make_stream(false);
    // 16 beats move before the sink is ready at 50; the other 84 follow from then on.
    const auto& in = sink("in", {at(50, 400)});
    const auto& out = source("out", {at(0, 400)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(out.moved, std::vector{Cycles{50 + 84}});
    EXPECT_EQ(in.moved, std::vector{Cycles{50 + 84}});
}

TEST_F(StreamTest, PassesWhatSwitchesHeldBeatByBeat) {
    make_stream(false);
    // Of the 100 beats the sink's FIFO takes 16 and the switches 16 before the sink is ready; 84
    // pass its port from then on, however few the source has left.
    const auto& in = sink("in", {at(50, 400)}, 8);
    const auto& out = source("out", {at(0, 400)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(out.moved, std::vector{Cycles{50 + 68}});
    EXPECT_EQ(in.moved, std::vector{Cycles{50 + 84}});
}

TEST_F(StreamTest, TakesAWholeBeatForAPartOfOne) {
    device_.stream_width = Bytes{8};
    make_stream(false);
    // 16 beats of 8 bytes are in the sink's FIFO, and a beat and a half in the switches.
    const auto& in = sink("in", {at(50, 16 * 8 + 12)}, 8);
    const auto& out = source("out", {at(0, 16 * 8 + 12)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(out.moved, std::vector{Cycles{18}});
    EXPECT_EQ(in.moved, std::vector{Cycles{50 + 2}});
}

TEST_F(StreamTest, WithoutWaitingTheFifoCostsNothing) {
    make_stream(false);
    const auto& in = sink("in", {at(16, 400)});
    source("out", {at(0, 400)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(in.moved, std::vector{Cycles{100}});
}

TEST_F(StreamTest, BroadcastStallsForItsSlowestSink) {
    make_stream(false);
    const auto& fast = sink("fast", {at(0, 400)});
    const auto& slow = sink("slow", {at(1000, 400)});
    const auto& out = source("out", {at(0, 400)}, {0, 1});
    sc_core::sc_start();
    EXPECT_EQ(out.moved, std::vector{Cycles{1084}});
    EXPECT_EQ(fast.moved, std::vector{Cycles{1084}});
    EXPECT_EQ(slow.moved, std::vector{Cycles{1084}});
}

TEST_F(StreamTest, FeedsManySinkBdsFromOneSourceBd) {
    make_stream(false);
    const auto& in = sink("in", {at(0, 100), at(26, 100), at(52, 100), at(78, 100)});
    source("out", {at(0, 400)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(in.moved, (std::vector{Cycles{25}, Cycles{50}, Cycles{75}, Cycles{100}}));
}

// As in recordings of Phoenix and Strix: of N beats, 16 pass the port of a channel that waits, and
// N - 16 once its buffer is free; the core goes on 8 or 9 cycles after the last of them.
class HeldBds : public StreamTest, public testing::WithParamInterface<int> {};

TEST_P(HeldBds, EndWhenWhatTheChannelHasNotYetTakenHasPassedItsPort) {
    const int beats = GetParam();
    make_stream(false);
    const auto& in = sink("in", {at(100, 4 * beats)}, 8);  // switches hold 16 beats, too
    source("out", {at(0, 4 * beats)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(in.moved, std::vector{Cycles{100 + std::max(beats - 16, 0)}});
}

INSTANTIATE_TEST_SUITE_P(, HeldBds, testing::Values(1, 15, 16, 17, 24, 31, 32, 33, 34, 40, 48));

TEST_F(StreamTest, HandsOverBdsThatTheFifoHoldsWhole) {
    make_stream(false);
    // 64 bytes are in the FIFO when the first of four 16-byte BDs starts.
    const auto& in = sink("in", {at(100, 16), at(105, 16), at(110, 16), at(115, 16)});
    const auto& out = source("out", {at(0, 64)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(out.moved, std::vector{Cycles{16}});
    EXPECT_EQ(in.moved, (std::vector{Cycles{100}, Cycles{105}, Cycles{110}, Cycles{115}}));
}

TEST_F(StreamTest, PacketsTakeTurnsAndPayForTheirHeaders) {
    make_stream(true);
    const auto& in = sink("in", {at(0, 400), at(102, 400)});
    const auto& first = source("first", {at(0, 400)}, {0});
    const auto& second = source("second", {at(1, 400)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(first.moved, std::vector{Cycles{101}});
    EXPECT_EQ(second.moved, std::vector{Cycles{202}});
    EXPECT_EQ(in.moved, (std::vector{Cycles{101}, Cycles{202}}));
}

TEST_F(StreamTest, SaysWhatItWaitsFor) {
    Stream& stream = make_stream(false);
    sink("in", {});
    const auto& out = source("out", {at(0, 400)}, {0});
    sc_core::sc_start();
    EXPECT_EQ(stream.blocked_by(out), "is in back-pressure from in");
}

/// A limiter that gives a fixed rate, and another one from a given cycle on.
class SteppedLimiter : public sc_core::sc_module, public RateLimiter {
 public:
    SC_HAS_PROCESS(SteppedLimiter);
    SteppedLimiter(Environment& environment, double before, double after, Cycles change)
        : sc_module{sc_core::sc_module_name{"limiter"}},
          rate_{before},
          after_{after},
          environment_{environment} {
        SC_METHOD(apply);
        sensitive << started_;
        dont_initialize();
        SC_METHOD(switch_rate);
        sensitive << switched_;
        dont_initialize();
        environment_.clock.notify_at(switched_, change);
    }
    void set_active(Stream& stream, bool active) override {
        stream_ = active ? &stream : nullptr;
        if (active) started_.notify(sc_core::SC_ZERO_TIME);
    }

 private:
    void apply() {
        if (stream_ != nullptr) stream_->set_rate(*this, arch::BytesPerCycle{rate_});
    }
    void switch_rate() {
        rate_ = after_;
        apply();
    }
    Stream* stream_ = nullptr;
    double rate_;
    double after_;
    Environment& environment_;
    sc_core::sc_event started_;
    sc_core::sc_event switched_;
};

TEST_F(StreamTest, FollowsARateThatChangesUnderWay) {
    Stream& stream = make_stream(false);
    const auto& in = sink("in", {at(0, 400)});
    source("out", {at(0, 400)}, {0});
    SteppedLimiter limiter{environment_, 2, 1, Cycles{100}};
    stream.limit_by(limiter, in);
    sc_core::sc_start();
    // 200 bytes in the first 100 cycles, the other 200 at one byte a cycle.
    EXPECT_EQ(in.moved, std::vector{Cycles{300}});
}

TEST_F(StreamTest, LimitsThePacketsOfTheLimitedEndAlone) {
    Stream& stream = make_stream(true);
    const auto& memory = sink("memory", {at(0, 400)});
    const auto& tile = sink("tile", {at(0, 400)});
    source("to memory", {at(0, 400)}, {0});
    source("to tile", {at(1, 400)}, {1});
    SteppedLimiter limiter{environment_, 2, 2, Cycles{1'000}};
    stream.limit_by(limiter, memory);
    sc_core::sc_start();
    // A header and 400 bytes each: the first at two bytes a cycle, the second at four.
    EXPECT_EQ(memory.moved, std::vector{Cycles{202}});
    EXPECT_EQ(tile.moved, std::vector{Cycles{202 + 101}});
}

}  // namespace
}  // namespace xdnasim::sim
