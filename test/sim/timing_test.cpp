// Exact cycles of the hand-overs that traces of silicon show.

#include <gtest/gtest.h>

#include "test/sim/example_run.hpp"
#include "test/sim/first_column.hpp"
#include "test/support/fast_memory.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/gemm/gemm_program.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using arch::Direction;
using events::CoreState;
using gemm::Channels;
using test::kCore;
using test::SmallGemm;

/// A run whose cores wait for their streams, so that every hand-over is on the critical path.
test::Timed stream_bound(const arch::Device& device) {
    arch::Device fed = xdnasim::test::with_fast_memory(device);
    fed.command_processor = {};  // A and B start together
    SmallGemm gemm;
    gemm.tile = {32, 64, 32};
    gemm.m_blocks = gemm.n_blocks = 1;
    gemm.panels = 4;
    gemm.cycles_per_call = 10;
    return test::run(gemm.schedule(fed), fed);
}

TEST(Timing, ACoreGoesOnEightCyclesAfterTheLastBeatOfWhatItWaitedFor) {
    const arch::Device device = test::teaching_device();
    const test::Timed timed = stream_bound(device);
    const auto arrivals = timed.recorder.of_channel(kCore, Direction::S2MM, Channels::kCoreA);
    std::vector<Cycles> ends;
    for (const auto& bd : arrivals)
        ends.push_back(bd.end);
    int waits = 0;
    for (const events::CoreInterval& stall : timed.recorder.core) {
        constexpr int kAFull = 1;
        if (stall.tile != kCore || stall.state != CoreState::LockStall || stall.object != kAFull)
            continue;
        EXPECT_NE(std::ranges::find(ends, stall.end - Cycles{8}), ends.end());
        ++waits;
    }
    EXPECT_GT(waits, 3);
}

TEST(Timing, AChannelStartsAgainNineCyclesAfterTheCoreFreesItsBuffer) {
    const arch::Device device = test::teaching_device();
    SmallGemm gemm;
    gemm.cycles_per_call = 50'000;
    gemm.panels = 4;
    gemm.m_blocks = gemm.n_blocks = 1;
    const test::Timed timed = test::run(gemm.schedule(device), device);
    const auto calls = timed.recorder.calls(kCore, gemm::kMatmulKernel);
    const auto bds = timed.recorder.of_channel(kCore, Direction::S2MM, Channels::kCoreA);
    ASSERT_GE(bds.size(), 6U);
    // The core releases A as the first thing after it has returned from a call; the third BD waits
    // for that.
    const Cycles released = device.timing.core_return;
    for (std::size_t i = 2; i < bds.size(); ++i)
        EXPECT_EQ(bds[i].begin - calls[i - 2].end, released + Cycles{9}) << "BD " << i;
}

TEST(Timing, CLeavesTwelveCyclesAfterTheCoreReleasesIt) {
    const arch::Device device = test::teaching_device();
    SmallGemm gemm;
    gemm.m_blocks = gemm.n_blocks = 1;
    gemm.cycles_per_call = 100;  // bank conflicts add cycles only to kernels with known accesses
    const test::Timed timed = test::run(gemm.schedule(device), device);
    const auto calls = timed.recorder.calls(kCore, gemm::kMatmulKernel);
    const auto drains = timed.recorder.of_channel(kCore, Direction::MM2S, Channels::kCoreC);
    ASSERT_EQ(drains.size(), 1U);
    // After the last call come the releases of A and B, then that of C.
    EXPECT_EQ(drains[0].begin - calls.back().end,
              Cycles{18 + 20 + 14} + Cycles{12});  // as recorded of a Phoenix
}

}  // namespace
}  // namespace xdnasim::sim
