// The events that trace units report of a run's stream ports and DMA channels.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/routing_graph.hpp"
#include "test/sim/first_column.hpp"
#include "test/sim/traced_run.hpp"
#include "test/support/fast_memory.hpp"

namespace xdnasim::sim {
namespace {

using arch::Direction;
using arch::Port;
using arch::TileId;
using test::Asserted;
using test::cycles_in;
using test::kCore;
using test::kMem;
using test::kShim;
using test::TracedRun;
using test::unit_watching;
using testing::Gt;
using testing::IsEmpty;
using testing::SizeIs;
using words::Module;

class TracedStreams : public testing::Test {
 protected:
    [[nodiscard]] TracedRun run(std::vector<tracing::UnitRequest> units) const {
        return {gemm_.schedule(device_), std::move(units), device_};
    }
    /// A unit that watches `port`, as its port 0: running, stalled and idle.
    [[nodiscard]] tracing::UnitRequest port_unit(Module module, const Port& port) const {
        tracing::UnitRequest unit =
            unit_watching(device_, module, port.tile,
                          {"PORT_RUNNING_0", "PORT_STALLED_0", "PORT_IDLE_0", "TRUE"});
        unit.ports = {port};
        return unit;
    }
    static constexpr int kRunning = 0;
    static constexpr int kStalled = 1;
    static constexpr int kIdle = 2;

    test::SmallGemm gemm_;
    const arch::Device device_ = test::teaching_device();
};

TEST_F(TracedStreams, RunForEachBeatOfTheirData) {
    const Port a = arch::dma_port(kCore, Direction::S2MM, 0);
    const TracedRun traced = run({port_unit(Module::Core, a)});
    std::int64_t bytes = 0;
    for (const auto& bd : traced.timed().recorder.of_channel(kCore, Direction::S2MM, 0))
        bytes += bd.bytes.count();
    const std::int64_t width = device_.stream_width.count();
    // After the last BD, the ingress FIFO takes beats that no BD needs.
    EXPECT_GE(cycles_in(traced.slot(0, kRunning)), bytes / width);
    EXPECT_LE(cycles_in(traced.slot(0, kRunning)),
              bytes / width + device_.timing.ingress_fifo_beats + 16);
}

TEST_F(TracedStreams, AreRunningStalledOrIdleInEveryCycle) {
    for (const Port& port :
         {arch::dma_port(kCore, Direction::S2MM, 0), arch::dma_port(kCore, Direction::MM2S, 0),
          arch::dma_port(kCore, Direction::S2MM, 1)}) {
        const TracedRun traced = run({port_unit(Module::Core, port)});
        const auto running = cycles_in(traced.slot(0, kRunning));
        const auto stalled = cycles_in(traced.slot(0, kStalled));
        const auto idle = cycles_in(traced.slot(0, kIdle));
        EXPECT_GT(running, 0) << to_string(port);
        EXPECT_GT(idle, 0) << to_string(port);
        EXPECT_LE(running + stalled + idle, traced.stop(0) - traced.start(0) - 1)
            << to_string(port);
        EXPECT_GE(running + stalled + idle, (traced.stop(0) - traced.start(0)) * 99 / 100)
            << to_string(port);
    }
}

TEST_F(TracedStreams, PassTheirPortsOneAfterTheOther) {
    const schedule::Schedule schedule = gemm_.schedule(device_);
    const auto flow = std::ranges::find_if(schedule.flows, [](const schedule::Flow& each) {
        return each.source.tile == kMem && each.sinks.front().tile == kCore;
    });
    ASSERT_NE(flow, schedule.flows.end());
    const Port sink = *std::ranges::find(flow->sinks, kCore, &Port::tile);
    const TracedRun traced =
        run({port_unit(Module::MemTile, flow->source), port_unit(Module::Core, sink)});
    const auto at_source = traced.slot(0, kRunning);
    const auto at_sink = traced.slot(1, kRunning);
    const auto& route = schedule.routes[static_cast<std::size_t>(flow - schedule.flows.begin())];
    const std::int64_t delay = device_.timing.switch_hop.count() *
                               route.hops[static_cast<std::size_t>(
                                   std::ranges::find(flow->sinks, sink) - flow->sinks.begin())];
    ASSERT_THAT(at_source, SizeIs(Gt(1U)));
    ASSERT_THAT(at_sink, SizeIs(Gt(1U)));
    EXPECT_EQ(at_sink.front().begin, at_source.front().begin + delay);
    EXPECT_LE(cycles_in(at_sink), cycles_in(at_source));
    EXPECT_GE(cycles_in(at_sink), cycles_in(at_source) - device_.timing.switch_beats * delay);
}

/// As in recordings of a Phoenix (kurtis-b/mlir-aie): 16 beats of each burst come while the core
/// still computes. The rest follows in one piece when the core is ready, and the next burst a cycle
/// behind it.
TEST_F(TracedStreams, OfAWaitingSinkShowSixteenBeatsAndThenTheRest) {
    gemm_.cycles_per_call = 5'000;
    gemm_.calls_per_panel = 1;
    // B, which goes to this core alone.
    const Port b = arch::dma_port(kCore, Direction::S2MM, 1);
    const TracedRun traced = run({port_unit(Module::Core, b)});
    const auto bds = traced.timed().recorder.of_channel(kCore, Direction::S2MM, 1);
    ASSERT_THAT(bds, SizeIs(Gt(4U)));
    const std::int64_t beats = bds.front().bytes.count() / device_.stream_width.count();
    const auto running = traced.slot(0, kRunning);
    int pieces = 0;
    for (std::size_t i = 0; i + 1 < running.size(); ++i) {
        if (running[i].end - running[i].begin != 16) continue;
        // Some bursts come when the DRAM has them, the others one cycle behind the burst before.
        if (running[i].begin - running[i - 1].end == 1) ++pieces;
        EXPECT_EQ(running[i + 1].end - running[i + 1].begin, beats - 16) << i;
    }
    EXPECT_GE(pieces, 3);
}

TEST_F(TracedStreams, OfAPortThatTheDesignLeavesAloneTellNothing) {
    const TracedRun traced =
        run({port_unit(Module::Core, {kCore, arch::PortSide::Slave, arch::Bundle::Core, 0})});
    EXPECT_THAT(traced.slot(0, kRunning), IsEmpty());
    EXPECT_THAT(traced.slot(0, kStalled), IsEmpty());
}

TEST_F(TracedStreams, OfAShimAreSeenAtTheChannelAndTheSouthPortBehindIt) {
    const Port channel = arch::dma_port(kShim, Direction::MM2S, 0);
    tracing::UnitRequest unit =
        unit_watching(device_, Module::Shim, kShim, {"PORT_RUNNING_0", "PORT_RUNNING_1"});
    unit.ports = {channel, arch::switch_port(device_, channel)};
    const TracedRun traced = run({unit});
    EXPECT_GT(cycles_in(traced.slot(0, 0)), 0);
    EXPECT_EQ(traced.slot(0, 0), traced.slot(0, 1));
}

TEST_F(TracedStreams, StarveAChannelThatWaitsForThem) {
    const TracedRun traced = run({unit_watching(
        device_, Module::Memory, kCore,
        {"DMA_S2MM_0_STREAM_STARVATION", "DMA_S2MM_0_FINISHED_BD", "DMA_S2MM_0_STALLED_LOCK"})});
    EXPECT_GT(cycles_in(traced.slot(0, 0)), 0);
    const auto finished = traced.timed().recorder.of_channel(kCore, Direction::S2MM, 0);
    EXPECT_EQ(traced.slot(0, 1).size(), finished.size());
}

TEST_F(TracedStreams, AreHeldBackByASlowKernel) {
    gemm_.cycles_per_call = 5'000;
    const TracedRun traced =
        run({unit_watching(device_, Module::MemTile, kMem, {"DMA_MM2S_SEL0_STREAM_BACKPRESSURE"}),
             unit_watching(device_, Module::Memory, kCore, {"DMA_S2MM_0_STALLED_LOCK"})});
    EXPECT_GT(cycles_in(traced.slot(0, 0)), 5'000);
    EXPECT_GT(cycles_in(traced.slot(1, 0)), 5'000);
}

/// At 2 bytes a cycle, a beat of 4 bytes takes two cycles, in one of which the memory moves no
/// data. A, 32 x 64 bytes, is read for each of two blocks of columns of C: 4,096 bytes, 1,024
/// beats. C leaves with 32 x 32 bytes, 256 beats.
TEST_F(TracedStreams, WaitForTheMemoryBehindTheirShim) {
    arch::Device slow = xdnasim::test::with_fast_memory(device_);
    slow.clock_ghz = 1;
    slow.dram.channel = arch::GigabytesPerSecond{2};
    const Port from_memory = arch::dma_port(kShim, Direction::MM2S, 0);
    const Port to_memory = arch::dma_port(kShim, Direction::S2MM, 0);
    tracing::UnitRequest unit = unit_watching(slow, Module::Shim, kShim,
                                              {"DMA_MM2S_0_MEMORY_STARVATION", "PORT_RUNNING_0",
                                               "DMA_S2MM_0_MEMORY_BACKPRESSURE", "PORT_RUNNING_1"});
    unit.ports = {from_memory, to_memory};
    const TracedRun traced{gemm_.schedule(slow), {unit}, slow};
    EXPECT_EQ(cycles_in(traced.slot(0, 0)), 1024);
    EXPECT_EQ(cycles_in(traced.slot(0, 1)), 1024);
    EXPECT_EQ(cycles_in(traced.slot(0, 2)), 256);
    EXPECT_EQ(cycles_in(traced.slot(0, 3)), 256);
}

TEST_F(TracedStreams, OfAMemTileAreThoseOfTheSelectedChannels) {
    tracing::UnitRequest unit = unit_watching(
        device_, Module::MemTile, kMem,
        {"DMA_S2MM_SEL0_FINISHED_BD", "DMA_S2MM_SEL1_FINISHED_BD", "DMA_MM2S_SEL1_FINISHED_BD"});
    unit.s2mm = {1, 0};
    unit.mm2s = {0, 1};
    const TracedRun traced = run({unit});
    const auto finished = [&](Direction direction, int channel) {
        std::vector<Asserted> pulses;
        for (const auto& bd : traced.timed().recorder.of_channel(kMem, direction, channel))
            pulses.push_back({bd.end.count(), bd.end.count() + 1});
        return pulses;
    };
    EXPECT_EQ(traced.slot(0, 0), finished(Direction::S2MM, 1));
    EXPECT_EQ(traced.slot(0, 1), finished(Direction::S2MM, 0));
    EXPECT_EQ(traced.slot(0, 2), finished(Direction::MM2S, 1));
    EXPECT_NE(finished(Direction::S2MM, 1), finished(Direction::S2MM, 0));
}

}  // namespace
}  // namespace xdnasim::sim
