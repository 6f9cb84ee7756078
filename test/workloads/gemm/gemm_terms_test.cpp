// The closed forms of the GEMM, compared with figures worked out by hand.

#include "workloads/gemm/gemm_terms.hpp"

#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::gemm {
namespace {

using arch::Bytes;
using arch::Cycles;

/// A device with round numbers: at 1 GHz, GB/s are bytes per cycle and nanoseconds are cycles.
arch::Device round_device() {
    arch::Device device;
    device.clock_ghz = 1;
    device.stream_width = Bytes{8};
    device.timing.core_release = Cycles{1};
    device.timing.mm2s_start = Cycles{2};
    device.timing.dma_release = Cycles{3};
    device.timing.core_acquire = Cycles{4};
    device.timing.core_lock_op = Cycles{10};
    device.timing.core_call = Cycles{2};
    device.timing.core_return = Cycles{2};
    device.timing.core_restore = Cycles{1};
    device.dram.channel = arch::GigabytesPerSecond{4};
    device.dram.read = arch::GigabytesPerSecond{32};
    device.dram.write = arch::GigabytesPerSecond{16};
    device.dram.total = arch::GigabytesPerSecond{40};
    device.dram.read_latency = arch::Nanoseconds{100};
    device.dram.write_latency = arch::Nanoseconds{50};
    device.fabric = {arch::BytesPerCycle{64}, arch::BytesPerCycle{64}};
    device.command_processor = {arch::Nanoseconds{30}, arch::Nanoseconds{10},
                                arch::Nanoseconds{20}};
    return device;
}

/// 4 x 8 cores with int8 tiles of 64 x 32 x 16. The problem is 2 x 3 output blocks of the array,
/// with 10 calls in K each.
GemmDesign gemm() {
    GemmDesign gemm;
    gemm.padded = gemm.size = {2 * 4 * 64, 10 * 32, 3 * 8 * 16};
    gemm.tile = Extent{64, 32, 16};
    gemm.k_mt = 64;
    gemm.rows = 4;
    gemm.columns = 8;
    gemm.a_type = gemm.b_type = gemm.c_type = kernels::DataType::Int8;
    return gemm;
}

constexpr GemmCosts kKernels{
    .multiply = 1000, .zero = 70, .locks_of_a_call = 4, .locks_of_an_output = 2};

TEST(GemmTerms, FollowTheClosedFormsOfTakaEtAl) {
    const GemmTerms terms = gemm_terms(gemm(), round_device(), kKernels);
    EXPECT_DOUBLE_EQ(terms.compute, 1000 + 5 + 4 * 10);
    EXPECT_DOUBLE_EQ(terms.a_stream, 64 * 32 / 8.0);
    EXPECT_DOUBLE_EQ(terms.b_stream, 32 * 16 / 8.0);
    EXPECT_DOUBLE_EQ(terms.zero, 70 + 5 + 2 * 10);
    EXPECT_DOUBLE_EQ(terms.drain, 1 + 2 + 3 + 4 + 64 * 16 / 8.0);
    EXPECT_EQ(terms.calls, 10);
    EXPECT_EQ(terms.outputs, 6);
    const std::int64_t mkn = 512 * 320 * 384;
    EXPECT_EQ(terms.a, Bytes{mkn / (16 * 8)});
    EXPECT_EQ(terms.b, Bytes{mkn / (64 * 4)});
    EXPECT_EQ(terms.c, Bytes{512 * 384});
}

TEST(GemmTerms, CountBytesByTheTypes) {
    GemmDesign wide = gemm();
    wide.a_type = kernels::DataType::Int16;
    wide.c_type = kernels::DataType::Int32;
    const GemmTerms narrow = gemm_terms(gemm(), round_device(), kKernels);
    const GemmTerms terms = gemm_terms(wide, round_device(), kKernels);
    EXPECT_EQ(terms.a, narrow.a * std::int64_t{2});
    EXPECT_EQ(terms.b, narrow.b);
    EXPECT_EQ(terms.c, narrow.c * std::int64_t{4});
    EXPECT_DOUBLE_EQ(terms.a_stream, 2 * narrow.a_stream);
}

TEST(GemmTerms, HideTheDrainBehindTheNextTileWhenTwoFit) {
    GemmDesign two = gemm();
    two.c_buffers = 2;
    EXPECT_DOUBLE_EQ(gemm_terms(two, round_device(), kKernels).drain, 0);
    two.padded.k = 32;
    EXPECT_DOUBLE_EQ(gemm_terms(two, round_device(), {1, 1, 4, 2}).drain,
                     10 + 128 - (1 + 25) - (1 + 45));
}

double cycles_of(const schedule::Estimate& estimate, const std::string& name) {
    for (const schedule::Term& term : estimate.terms)
        if (term.name() == name) return term.cycles;
    ADD_FAILURE() << "no term " << name;
    return 0;
}

TEST(GemmEstimate, TakesTheLongestTermAndWhatIsBeforeAndAfterIt) {
    const arch::Device device = round_device();
    const GemmTerms terms = gemm_terms(gemm(), device, kKernels);
    const schedule::Estimate found = estimate(gemm(), device, terms);
    const double output = 10 * 1045 + 95 + 138;
    EXPECT_DOUBLE_EQ(cycles_of(found, "compute"), 6 * output);
    // While a core zeroes and drains C (95 + 138 cycles), each stream fills its two buffers: A in 2
    // x 256 cycles, which exceed that time, and B in 2 x 64, after which it waits.
    EXPECT_DOUBLE_EQ(cycles_of(found, "stream A"), 6 * 10 * 256);
    EXPECT_DOUBLE_EQ(cycles_of(found, "stream B"), 6 * (10 * 64 + (95 + 138 - 2 * 64)));
    // The prologue already contains the data that moves before the terms' time: a panel of two
    // tiles of A, and the data that half of the columns, on average, read during the 19 tasks after
    // the first, at 40 cycles each.
    const double ends = 2 * 2048 / 4.0 + 19 * 40 / 2.0;
    EXPECT_DOUBLE_EQ(cycles_of(found, "DRAM read"), (491520 + 245760) / 32.0 - ends);
    EXPECT_DOUBLE_EQ(cycles_of(found, "DRAM write"), 196608 / 16.0 - ends);
    EXPECT_DOUBLE_EQ(cycles_of(found, "DRAM"), (491520 + 245760 + 196608) / 40.0 - ends);
    EXPECT_DOUBLE_EQ(cycles_of(found, "shim channel"), (491520 / 4.0 - 2 * 2048) / 4);
    // 8 tasks of C, 8 of B and 4 of A for each of the six blocks, at 40 cycles each; those of the
    // first block belong to the prologue.
    EXPECT_DOUBLE_EQ(cycles_of(found, "commands"), 5 * 20 * 40 + output);
    // The first block's commands, the read latency, a panel of two tiles of A into the MemTile, a
    // tile of A into the core.
    EXPECT_DOUBLE_EQ(found.prologue, 20 * 40 + 100 + 2 * 2048 / 4.0 + 256);
    EXPECT_DOUBLE_EQ(found.epilogue, 4 * 1024 / 4.0 + 50 + 20);
    EXPECT_EQ(found.binding().name(), "compute");
    EXPECT_DOUBLE_EQ(found.cycles(), 6 * output + found.prologue + found.epilogue);
    EXPECT_EQ(found.calls, 6 * 10 * 32);
}

TEST(GemmEstimate, TakesLongerWhereTheAccessPatternDoes) {
    const arch::Device device = round_device();
    const GemmTerms terms = gemm_terms(gemm(), device, kKernels);
    const schedule::PatternFactors pattern{
        .read = 2, .written = 3, .memory = 4, .channel = 5, .buffers = {{kHostA, 6}, {kHostC, 7}}};
    const schedule::Estimate found = estimate(gemm(), device, terms, pattern);
    const double panels = 6 * 2 * 2048 / 4.0;
    const double c = 7 * 4 * 1024 / 4.0;
    const double ends = panels + 19 * 40 / 2.0;
    EXPECT_DOUBLE_EQ(cycles_of(found, "DRAM read"), 2 * (491520 + 245760) / 32.0 - ends);
    EXPECT_DOUBLE_EQ(cycles_of(found, "DRAM write"), 3 * 196608 / 16.0 - ends);
    EXPECT_DOUBLE_EQ(cycles_of(found, "DRAM"), 4 * (491520 + 245760 + 196608) / 40.0 - ends);
    EXPECT_DOUBLE_EQ(cycles_of(found, "shim channel"), 6 * 491520 / 4.0 / 4 - panels);
    EXPECT_DOUBLE_EQ(found.prologue, 20 * 40 + 100 + panels + 256);
    EXPECT_DOUBLE_EQ(found.epilogue, c + 50 + 20);
}

TEST(GemmEstimate, BindsAtTheMemoryWhenItIsSlow) {
    arch::Device slow = round_device();
    slow.dram.total = arch::GigabytesPerSecond{1};
    const GemmTerms terms = gemm_terms(gemm(), slow, kKernels);
    EXPECT_EQ(estimate(gemm(), slow, terms).binding().name(), "DRAM");
    slow.fabric.read = arch::BytesPerCycle{0.1};
    EXPECT_EQ(estimate(gemm(), slow, terms).binding().name(), "fabric read");
}

TEST(GemmEstimate, StartsEveryBlockByItselfWhenTheyFollowEachOther) {
    GemmDesign sequential = gemm();
    sequential.bd_reconfiguration = BdReconfiguration::Sequential;
    const arch::Device device = round_device();
    const GemmTerms terms = gemm_terms(gemm(), device, kKernels);
    const schedule::Estimate together = estimate(gemm(), device, terms);
    const schedule::Estimate in_turn = estimate(sequential, device, terms);
    EXPECT_DOUBLE_EQ(in_turn.prologue, 6 * together.prologue);
    EXPECT_DOUBLE_EQ(in_turn.epilogue, 6 * together.epilogue);
}

TEST(GemmEstimate, CountsATaskForEachColumnAtWhichAEnters) {
    GemmDesign together = gemm();
    together.a_columns = {1, 1, 6, 6};
    const arch::Device device = round_device();
    const schedule::Estimate found =
        estimate(together, device, gemm_terms(together, device, kKernels));
    const double output = 10 * 1045 + 95 + 138;
    // 8 tasks of C, 8 of B and 2 of A for each of the six blocks, at 40 cycles each; those of the
    // first block belong to the prologue.
    EXPECT_DOUBLE_EQ(cycles_of(found, "commands"), 5 * 18 * 40 + output);
    // Each column with A loads panels for two rows of cores, of two tiles each.
    EXPECT_DOUBLE_EQ(found.prologue, 18 * 40 + 100 + 2 * 2 * 2048 / 4.0 + 256);
}

TEST(GemmEstimate, CountsTheTasksOfHalvesInPingPong) {
    GemmDesign ping_pong = gemm();
    ping_pong.bd_reconfiguration = BdReconfiguration::PingPong;
    ping_pong.half_rows = 2;
    const arch::Device device = round_device();
    const GemmTerms terms = gemm_terms(gemm(), device, kKernels);
    const double output = 10 * 1045 + 95 + 138;
    // One half of two block rows: 8 tasks of C, then 4 of A and 8 of B for each block row.
    schedule::Estimate found = estimate(ping_pong, device, terms);
    EXPECT_DOUBLE_EQ(found.prologue, (8 + 2 * 12) * 40 + 100 + 2 * 2048 / 4.0 + 256);
    EXPECT_DOUBLE_EQ(cycles_of(found, "commands"), output);
    // Two halves of one block row each.
    ping_pong.half_rows = 1;
    found = estimate(ping_pong, device, terms);
    EXPECT_DOUBLE_EQ(found.prologue, (8 + 12) * 40 + 100 + 2 * 2048 / 4.0 + 256);
    EXPECT_DOUBLE_EQ(cycles_of(found, "commands"), (8 + 12) * 40 + output);
}

TEST(GemmCosts, CountTheLockOperationsOfCallsAndOfOutputsInTheSchedule) {
    const arch::Device npu = xdnasim::test::device_named("xdna-phoenix");
    int checked = 0;
    for (const int calls : {1, 2, 3}) {
        for (const int c_buffers : {1, 2}) {
            GemmDesign small;
            small.size = {128, 32 * calls, 128};
            small.tile = Extent{32, 32, 32};
            small.k_mt = 32;
            small.c_buffers = c_buffers;
            const GemmCosts costs = costs_of(map_gemm(small, npu), [](const kernels::Kernel& of) {
                return Cycles{std::holds_alternative<kernels::Zero>(of.work) ? 7 : 11};
            });
            // A call acquires full buffers of A and B and releases both; an output acquires an
            // empty buffer of C and releases it full.
            EXPECT_DOUBLE_EQ(costs.locks_of_a_call, 4);
            EXPECT_DOUBLE_EQ(costs.locks_of_an_output, 2);
            EXPECT_DOUBLE_EQ(costs.zero, 7);
            EXPECT_DOUBLE_EQ(costs.multiply, 11);
            ++checked;
        }
    }
    EXPECT_EQ(checked, 6);
}

}  // namespace
}  // namespace xdnasim::gemm
