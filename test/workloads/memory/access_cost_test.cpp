#include "workloads/memory/access_cost.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "test/workloads/memory/plain_device.hpp"

namespace xdnasim::memory {
namespace {

using arch::Bytes;
using test::plain_device;
using test::read;
using test::rows_of;
using test::shifted;
using test::write;

AccessCost cost_of(const Access& access, const arch::Device& device = plain_device()) {
    return access_costs(std::vector{access}, device).front();
}

double bytes_of_run(const Access& access) {
    return static_cast<double>(access.pattern.run.count());
}

/// The memory's time for one run that is read: array cycles, on plain_device() nanoseconds.
double memory_of_run(const AccessPattern& pattern, const arch::Device& device = plain_device()) {
    return cost_of(read(pattern), device).memory * bytes_of_run(read(pattern));
}

double channel_of_run(const Access& access, const arch::Device& device = plain_device()) {
    return cost_of(access, device).channel * bytes_of_run(access);
}

/// The channel's time for one run of the first of `accesses` when all of them run together, in ns.
double channel_of_first(const std::vector<Access>& accesses) {
    return access_costs(accesses, plain_device()).front().channel * bytes_of_run(accesses.front());
}

TEST(AccessCost, OfOneRunIsItsBytesAlone) {
    const AccessCost cost = cost_of(read({0, Bytes{0}, Bytes{1 << 20}, Bytes{0}, 1, false}));
    EXPECT_DOUBLE_EQ(cost.channel, 1.0 / 4);
    EXPECT_DOUBLE_EQ(cost.memory, 1.0 / 32);
    EXPECT_DOUBLE_EQ(cost.port, 1);
}

TEST(AccessCost, OfAChannelIsTheLongerOfMovingARunAndAskingForIt) {
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 4032, 8, true))), 128.0 / 4);
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(64, 4032, 8, true))), 24);
}

TEST(AccessCost, OfARunWrittenCountsWhatItWaitsFor) {
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(128, 4096, 8, true))), 32 + 7);
    // Runs begin at multiples of 64: every second run of 128 bytes, and every run of 192, lies in
    // two pieces of 128.
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(128, 4032, 8, true))), 32 + 1.5 * 7);
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(192, 4032, 8, true))), 48 + 2 * 7);
}

TEST(AccessCost, OfARunWrittenCountsTheBurstsAtItsEndsThatItFillsInPart) {
    // Runs begin at any multiple of 16: three of four begin in the middle of a burst of 64 bytes,
    // three of four end in the middle of one, and six of eight lie in two pieces of 128.
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(112, 8048, 3, true))), 28 + 1.75 * 7 + 1.5 * 11);
    // A run of 16 bytes at a multiple of 16 lies in one burst.
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(16, 8048, 3, true))), 24 + 7 + 11);
}

TEST(AccessCost, OfALongRunWrittenComesNearThatOfContiguousData) {
    // A run waits for the 16 pieces of 128 bytes in its first 2,048 bytes, the size of a row of the
    // memory. The rest of the run costs what contiguous data cost.
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(2048, 8192, 8, true))), 512 + 16 * 7);
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(4096, 8192, 8, true))), 1024 + 16 * 7);
    const double contiguous =
        cost_of(write({0, Bytes{0}, Bytes{1 << 20}, Bytes{0}, 1, false})).channel;
    double before = 0;
    for (const std::int64_t run : {131072, 16384, 4096, 1024}) {
        const double longer = cost_of(write(rows_of(run, 2 * run, 8, true))).channel;
        EXPECT_GT(longer, before) << run;
        before = longer;
    }
    EXPECT_NEAR(cost_of(write(rows_of(131072, 262144, 8, true))).channel, contiguous,
                0.01 * contiguous);
}

TEST(AccessCost, AddsTheOpeningOfARunToItsDataAsIndependentDeviations) {
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 4032 - 64, 8, true)), std::hypot(3, 128 / 32.0));
}

TEST(AccessCost, OpensARowOfTheMemoryOnceForAllRunsThatLieInIt) {
    // Every fourth of the runs, which are 512 bytes apart, opens a new row of 2,048 bytes.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 512, 8, true)), std::hypot(0.75, 128 / 32.0));
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 2048, 8, true)), std::hypot(3, 128 / 32.0));
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 8064, 8, true)), std::hypot(3, 128 / 32.0));
}

TEST(AccessCost, CountsTheBurstsThatARunTouches) {
    // 112 bytes at any multiple of 16 touch bursts of (112 + 64 - 16) = 160 bytes on average, and
    // bursts of the port of (112 + 32 - 16) = 128 bytes.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(112, 8048, 8, true)), std::hypot(3, 160 / 32.0));
    EXPECT_DOUBLE_EQ(cost_of(read(rows_of(112, 8048, 8, true))).port, 128 / 112.0);
    // A run that is shorter than a burst moves a whole burst.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(16, 8048, 8, true)), std::hypot(3, 64 / 32.0));
}

TEST(AccessCost, CountsABurstBetweenNeighboursOnce) {
    const AccessPattern left = rows_of(80, 8080, 8, false);
    EXPECT_DOUBLE_EQ(cost_of(read(left)).port, 96 / 80.0);
    EXPECT_DOUBLE_EQ(
        access_costs(std::vector{read(left), read(shifted(left, 80))}, plain_device())[0].port,
        88 / 80.0);
}

TEST(AccessCost, OfABurstWrittenInPartCountsItsMergeInTheMemory) {
    const AccessPattern parts = rows_of(16, 8048, 3, true);
    EXPECT_DOUBLE_EQ(cost_of(write(parts)).memory * 16, std::hypot(3, 64 / 32.0 + 2));
}

TEST(AccessCost, GivesRowsThatMeetInTheSameMemoryChannelsTheirShareOfTheBandwidth) {
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 8192, 8, true)), std::hypot(3, 128 / 16.0));
    // A run of 4,096 bytes, the size of the interleave, lies in all memory channels.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(4032, 8192, 8, true)), std::hypot(3, 4032 / 16.0));
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(4096, 8192, 8, true)), std::hypot(3, 4096 / 32.0));
}

TEST(AccessCost, FindsBlocksAgainThatFitIntoTheTable) {
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 32768, 10, true))), 32);
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 8192, 40, true))), 32);
}

TEST(AccessCost, MissesMoreOfTheBlocksTheLessOfThemFit) {
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 32768, 20, true))), 32 + 20 * 0.5);
    // Rows that are further apart than the size of a block take one block each.
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 65536, 20, true))), 32 + 20 * 0.5);
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 32768, 1000, true))), 32 + 20);
}

TEST(AccessCost, MissesAllBlocksOfATableOfTheOldestFirst) {
    arch::Device device = plain_device();
    device.dram.translation.spread = 0;
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 32768, 10, true)), device), 32);
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 32768, 11, true)), device), 32 + 20);
}

TEST(AccessCost, SharesTheWalkOfAPageAmongTheRowsInIt) {
    // 320 rows, two to a page, lie in 320 * 2,048 / 32,768 = 20 blocks. Half of the blocks miss,
    // and two rows share the walk of a page.
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 2048, 320, false))), 32 + 20 * 0.5 * 0.5);
}

TEST(AccessCost, LetsNeighboursShareBlocksAndEachWaitForTheirWalks) {
    const AccessPattern left = rows_of(128, 32768, 20, false);
    EXPECT_DOUBLE_EQ(channel_of_first({read(left), read(shifted(left, 128))}), 32 + 20 * 0.5);
    EXPECT_DOUBLE_EQ(channel_of_first({read(left), read(shifted(left, 4096))}), 32 + 20);
}

TEST(AccessCost, CountsWhatBlocksTakeThatNeighboursRead) {
    arch::Device device = plain_device();
    device.dram.translation.shared = 1.25;
    const AccessPattern left = rows_of(128, 32768, 20, false);
    // 20 blocks take 1.25 entries each, 25 in all. That is 15 more than the table's 10; at 20 more,
    // all blocks miss.
    EXPECT_DOUBLE_EQ(
        access_costs(std::vector{read(left), read(shifted(left, 128))}, device)[0].channel * 128,
        32 + 20 * 0.75);
    // `shared` changes neither the cost of a single channel nor that of channels that write.
    EXPECT_DOUBLE_EQ(access_costs(std::vector{read(left)}, device)[0].channel * 128, 32 + 20 * 0.5);
    EXPECT_DOUBLE_EQ(
        access_costs(std::vector{write(left), write(shifted(left, 128))}, device)[0].channel * 128,
        access_costs(std::vector{write(left), write(shifted(left, 128))}, plain_device())[0]
                .channel *
            128);
}

TEST(AccessCost, CountsTheBlocksOfAllChannelsTogether) {
    const AccessPattern pattern = rows_of(128, 32768, 10, true);
    EXPECT_DOUBLE_EQ(channel_of_first({read(pattern), read(pattern)}), 32 + 20 * 0.5);
    // A written block takes 1.5 entries: 10 + 15 entries are 15 more than the table's 10; at 20
    // more, all blocks miss.
    EXPECT_DOUBLE_EQ(channel_of_first({read(pattern), write(pattern)}), 32 + 20 * 0.75);
}

TEST(AccessCost, KeepsBlocksThatAreMetAgainSoonBesideAPatternThatComesBackLate) {
    // While the first pattern passes through its 5 rows of 128 bytes, the second passes through 5
    // of its 1,000 rows: 10 blocks, which fit.
    const std::vector<Access> both{read(rows_of(128, 32768, 5, true)),
                                   read(rows_of(128, 32768, 1000, false))};
    const std::vector<AccessCost> costs = access_costs(both, plain_device());
    EXPECT_DOUBLE_EQ(costs[0].channel * 128, 32);
    EXPECT_DOUBLE_EQ(costs[1].channel * 128, 32 + 20);
}

TEST(AccessCost, LetsAWriteWaitForItsOwnWalk) {
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(128, 32768, 10, false))), 32 + 7 + 50 * 0.25);
}

TEST(AccessCost, OfReadsWaitsForOneWalkAfterTheOther) {
    const AccessPattern left = rows_of(128, 33024, 20, false);
    EXPECT_DOUBLE_EQ(memory_of_run(left), std::hypot(3, 128 / 32.0) + 20 * 0.5);
    const std::vector<Access> neighbours{read(left), read(shifted(left, 128))};
    EXPECT_DOUBLE_EQ(access_costs(neighbours, plain_device())[0].memory * 128,
                     std::hypot(3, 128 / 32.0) + 20 * 0.5 / 2);
    EXPECT_DOUBLE_EQ(cost_of(write(left)).memory * 128, std::hypot(3, 128 / 32.0));
}

TEST(AccessCost, WalksForPagesThatNobodyHasBeenIn) {
    Access access = read(rows_of(128, 8192, 8, true));
    access.cold = 0.75;
    EXPECT_DOUBLE_EQ(channel_of_run(access), 32 + 20 * 0.75);
    // Pages that have not been accessed before are among those that miss: their walks do not add
    // up.
    access = read(rows_of(128, 32768, 20, true));
    access.cold = 0.25;
    EXPECT_DOUBLE_EQ(channel_of_run(access), 32 + 20 * 0.5);
}

TEST(AccessCost, HidesOfAWalkWhatOverlapsWithData) {
    // Every run waits 20 ns for its walk; its 128 bytes take 8 ns, and opening a row takes 3 ns.
    const AccessPattern pattern = rows_of(128, 32768, 1000, true);
    const double moving = std::hypot(3, 128 / 16.0);
    arch::Device device = plain_device();
    EXPECT_DOUBLE_EQ(memory_of_run(pattern, device), moving + 20);
    device.dram.translation.overlap = 0.5;
    EXPECT_DOUBLE_EQ(memory_of_run(pattern, device), moving + 20 - moving / 2);
    device.dram.translation.overlap = 1;
    EXPECT_DOUBLE_EQ(memory_of_run(pattern, device), 20);
    // A walk that is shorter than the data movement adds nothing.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(512, 32768, 1000, true), device),
                     std::hypot(3, 512 / 16.0));
    // The channel's own time includes the whole walk nevertheless.
    EXPECT_DOUBLE_EQ(channel_of_run(read(pattern), device), 32 + 20);
}

TEST(AccessCost, OfTheExampleInTheHeaderIsWhatItSays) {
    arch::Device device = plain_device();
    device.dram.total = arch::GigabytesPerSecond{50};
    device.dram.run = arch::Nanoseconds{6};
    device.dram.translation.walk = arch::Nanoseconds{40};
    device.dram.translation.spread = 0;
    const AccessPattern pattern = rows_of(432, 4320, 144, true);
    EXPECT_NEAR(memory_of_run(pattern, device), 51.3, 0.05);
    EXPECT_NEAR(channel_of_run(read(pattern), device), 148, 0.05);
    EXPECT_NEAR(1 / cost_of(read(pattern), device).channel, 2.9, 0.05);  // GB/s
}

TEST(AccessCost, InCyclesFollowsTheClock) {
    arch::Device device = plain_device();
    const AccessPattern pattern = rows_of(64, 32768, 20, false);
    const double memory = memory_of_run(pattern, device);
    EXPECT_DOUBLE_EQ(channel_of_run(read(pattern), device), 24 + 20 * 0.5);
    device.clock_ghz = 1.8;
    EXPECT_DOUBLE_EQ(memory_of_run(pattern, device), 1.8 * memory);
    EXPECT_DOUBLE_EQ(channel_of_run(read(pattern), device), 1.8 * (24 + 20 * 0.5));
}

}  // namespace
}  // namespace xdnasim::memory
