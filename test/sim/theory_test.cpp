// The simulator against closed forms: the cycles of a core, a stream, a broadcast and the drain of
// C, worked out by hand from the device's latencies.

#include <algorithm>

#include <gtest/gtest.h>

#include "test/sim/example_run.hpp"
#include "test/sim/first_column.hpp"
#include "test/support/fast_memory.hpp"
#include "test/support/schedule_parts.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/gemm/gemm_program.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using arch::Direction;
using gemm::Channels;
using gemm::kMatmulKernel;
using gemm::kZeroKernel;
using test::kCore;
using test::SmallGemm;

class Theory : public testing::Test {
 protected:
    const arch::Device device = xdnasim::test::with_fast_memory(test::teaching_device());
    const arch::Timing& timing = device.timing;
};

TEST_F(Theory, OneCoreWithResidentOperandsTakesItsKernelCycles) {
    constexpr std::int64_t kCalls = 100;
    constexpr std::int64_t kCyclesPerCall = 777;
    SmallGemm gemm;
    gemm.m_blocks = gemm.n_blocks = 1;
    gemm.cycles_per_call = kCyclesPerCall;
    schedule::Schedule schedule = gemm.schedule(device);
    schedule::TileProgram& core = *schedule.find(kCore);
    // Keeps the acquire of C and the zeroing, and then calls the kernel on the same buffers over
    // and over.
    schedule::CoreBody& pair = schedule::test::body_calling(core.core, kMatmulKernel);
    const schedule::CoreOp call = schedule::test::op_calling(pair, kMatmulKernel);
    schedule::CoreBody& tile = schedule::test::body_calling(core.core, kZeroKernel);
    const auto loop = std::ranges::find_if(tile, [](const schedule::CoreOp& op) {
        return std::holds_alternative<schedule::Loop>(op.op);
    });
    ASSERT_NE(loop, tile.end());
    loop->op = schedule::Loop{kCalls, {call}};

    const test::Timed timed = test::run(schedule, device);
    const auto calls = timed.recorder.calls(kCore, kMatmulKernel);
    ASSERT_GE(calls.size(), static_cast<std::size_t>(kCalls));
    // Each call adds 2 + 18 + 6 cycles (call, return, restore) to its 777, as recorded on Phoenix
    // with chess: 100 * 803 - 18, since the return of the last call comes after its end. The
    // restore belongs to the operation after a return, so that the first call has that of the
    // zeroing.
    EXPECT_EQ(calls[kCalls - 1].end - calls[0].begin, Cycles{80'282});
}

TEST_F(Theory, ASaturatedStreamHasAPeriodOfItsWordsAndOneCycle) {
    SmallGemm gemm;
    gemm.tile = {64, 128, 64};  // tiles of A and B: 2,048 words
    gemm.calls_per_panel = 1;
    gemm.panels = 12;
    gemm.m_blocks = gemm.n_blocks = 1;
    gemm.cycles_per_call = 1;
    const test::Timed timed = test::run(gemm.schedule(device), device);
    const auto bds = timed.recorder.of_channel(kCore, Direction::S2MM, Channels::kCoreA);
    ASSERT_EQ(bds.size(), 12U);
    for (std::size_t i = 4; i < bds.size(); ++i)
        EXPECT_EQ(bds[i].end - bds[i - 1].end, Cycles{2049}) << "tile " << i;
}

TEST_F(Theory, ABroadcastRunsAtThePaceOfItsSlowestCore) {
    constexpr std::int64_t kSlow = 20'000;
    SmallGemm gemm;
    gemm.columns = 2;
    gemm.calls_per_panel = 8;
    gemm.m_blocks = gemm.n_blocks = 1;
    gemm.cycles_per_call = 50;
    schedule::Schedule schedule = gemm.schedule(device);
    kernels::Kernel slow = *schedule.kernel(kMatmulKernel);
    slow.cycles = Cycles{kSlow};
    schedule.kernels.push_back(slow);
    const arch::TileId slow_core{1, 2};
    const schedule::KernelRef slow_kernel{static_cast<int>(schedule.kernels.size()) - 1};
    int slowed = 0;
    for (schedule::CoreOp& op :
         schedule::test::body_calling(schedule.find(slow_core)->core, kMatmulKernel))
        if (auto* call = std::get_if<schedule::Call>(&op.op)) {
            call->kernel = slow_kernel;
            ++slowed;
        }
    ASSERT_EQ(slowed, 2);

    const test::Timed timed = test::run(schedule, device);
    const auto fast_calls = timed.recorder.calls(kCore, kMatmulKernel);
    ASSERT_EQ(fast_calls.size(), 16U);
    // Both buffers of the slow core are full, so that A moves only when that core releases one.
    // Between two calls of a core lie 82 cycles: 18 + 20 + 14 + 14 + 16, as recorded on Phoenix
    // with chess.
    const Cycles slow_period{20'082};
    for (std::size_t i = 6; i < fast_calls.size(); ++i)
        EXPECT_EQ(fast_calls[i].begin - fast_calls[i - 1].begin, slow_period) << "call " << i;
}

TEST_F(Theory, AComputeBoundArrayHidesAllInputMovement) {
    constexpr std::int64_t kCyclesPerCall = 5'000;
    SmallGemm gemm;
    gemm.columns = 2;
    gemm.calls_per_panel = 4;
    gemm.panels = 3;
    gemm.cycles_per_call = kCyclesPerCall;
    const test::Timed timed = test::run(gemm.schedule(device), device);
    const Cycles period{5'082};  // 82 cycles between two calls, as above
    for (const arch::TileId core : {arch::TileId{0, 2}, arch::TileId{1, 2}}) {
        const auto calls = timed.recorder.calls(core, kMatmulKernel);
        ASSERT_EQ(calls.size(), 4U * 12U);
        for (std::size_t i = 1; i < calls.size(); ++i) {
            if (i % 12 == 0) continue;  // the first call of an output tile
            EXPECT_EQ(calls[i].begin - calls[i - 1].begin, period) << "call " << i;
        }
    }
}

TEST_F(Theory, TheExposedDrainOfCIsItsBytesOverTheStreamWidth) {
    struct Drain {
        std::int64_t n;
        std::int64_t cycles;
    };
    // From the end of the last call: 18 + 6 cycles for its return and restore; 14 for each of the
    // releases of A and B; 4 until the DMA sees the release of C; 8 for the start of the channel;
    // 16 n cycles for 16 rows of n sums of 4 bytes at 4 bytes a cycle; 2 + 6 until the core sees
    // the channel's release; and of the 14 cycles of the acquire the 10 that are left after the 3 +
    // 1 in which it showed its stall. 82 + 16 n in all.
    for (const auto& [n, cycles] : {Drain{16, 338}, Drain{32, 594}, Drain{64, 1'106}}) {
        SmallGemm gemm;
        gemm.tile.n = n;
        gemm.c_type = kernels::DataType::Int32;
        gemm.cycles_per_call = 3'000;
        const test::Timed timed = test::run(gemm.schedule(device), device);
        const auto zeros = timed.recorder.calls(kCore, kZeroKernel);
        const auto calls = timed.recorder.calls(kCore, kMatmulKernel);
        EXPECT_EQ(zeros[1].begin - calls[3].end, Cycles{cycles}) << "n_ct " << n;
    }
}

TEST_F(Theory, AStreamBoundArrayWaitsForItsStreamsAlone) {
    SmallGemm gemm;
    gemm.tile = {32, 64, 32};  // tiles of A and B: 512 words
    gemm.calls_per_panel = 4;
    gemm.panels = 6;
    gemm.m_blocks = gemm.n_blocks = 1;
    gemm.cycles_per_call = 100;
    const test::Timed timed = test::run(gemm.schedule(device), device);
    const auto calls = timed.recorder.calls(kCore, kMatmulKernel);
    // Panels of four tiles follow each other with one cycle between them; tiles of a panel
    // come from one BD, with none.
    constexpr std::size_t kFirst = 8;
    constexpr std::size_t kLast = 20;
    const auto expected = Cycles{static_cast<std::int64_t>(kLast - kFirst) * 512 + 3};
    EXPECT_EQ(calls[kLast].begin - calls[kFirst].begin, expected);
}

}  // namespace
}  // namespace xdnasim::sim
