// When the DRAM limits the rates of its channels, and when the channels' own rates are the limit.

#include "sim/dram.hpp"

#include <gtest/gtest.h>

#include "test/sim/program_builder.hpp"
#include "test/support/fast_memory.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using arch::GigabytesPerSecond;

/// Runs a copy of 64 KiB through each of `columns` columns.
test::ProgramRun copy_through(int columns, const arch::Device& device) {
    const transfer::TransferDesign design{
        columns,
        2,
        {{"data", 16 * columns, arch::Bytes{4096}, arch::Bytes{4096}, 1, transfer::Walk::Along}}};
    return test::run_program(transfer::map_transfer(design, device), device);
}

Cycles limited(const test::ProgramRun& run) {
    Cycles sum{0};
    for (const events::DramInterval& interval : run.recorder.dram)
        sum += interval.end - interval.begin;
    return sum;
}

TEST(Dram, HoldsNobodyBackWhereChannelsAreAtTheirOwnLimits) {
    for (const int columns : {1, 3, 4}) {
        arch::Device device = xdnasim::test::with_fast_memory(test::device_named("xdna-phoenix"));
        device.dram.channel = GigabytesPerSecond{1.7};
        const test::ProgramRun run = copy_through(columns, device);
        // Each column moves 65,536 bytes at 1.7 bytes a cycle.
        EXPECT_GT(run.cycles, Cycles{65'536 * 10 / 17}) << columns;
        EXPECT_EQ(limited(run), Cycles{0}) << columns;
    }
}

TEST(Dram, HoldsChannelsBackWhereTheirSharesAreLess) {
    arch::Device device = xdnasim::test::with_fast_memory(test::device_named("xdna-phoenix"));
    device.dram.read = GigabytesPerSecond{2};  // at 1 GHz; channels move 4 bytes a cycle
    // One channel reads all the time, at half its own rate: 65,536 bytes at 2 bytes a cycle. Since
    // a segment ends with a whole cycle, each of its 16 BDs may add up to one cycle.
    const Cycles alone = limited(copy_through(1, device));
    EXPECT_GE(alone, Cycles{65'536 / 2});
    EXPECT_LE(alone, Cycles{65'536 / 2 + 16});
}

TEST(Dram, SharesItsRateAmongTheChannelsThatRead) {
    arch::Device device = xdnasim::test::with_fast_memory(test::device_named("xdna-phoenix"));
    // Without a limit of the memory, two channels read 4 bytes a cycle each. With a limit of 6
    // bytes a cycle, they read 3 each while both read, but 4 while one of them reads alone. The
    // second channel begins d = 2 * (1,500 + 300) cycles after the first, when its two BDs are
    // written and pushed, and so ends d cycles after the first. In d cycles alone, each reads 4 d
    // of its 65,536 bytes. Both together read the rest in (65,536 - 4 d) / 3 cycles instead of
    // (65,536 - 4 d) / 4, which is 65,536 / 12 - d / 3 = 4,261 cycles more.
    const Cycles plenty = copy_through(2, device).cycles;
    device.dram.read = GigabytesPerSecond{6};
    const Cycles shared = copy_through(2, device).cycles;
    EXPECT_NEAR(static_cast<double>((shared - plenty).count()), 4'261, 16);
}

}  // namespace
}  // namespace xdnasim::sim
