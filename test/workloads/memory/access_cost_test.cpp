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

/// Nanoseconds of one run.
double memory_of_run(const AccessPattern& pattern, const arch::Device& device = plain_device()) {
    return cost_of(read(pattern), device).memory * bytes_of_run(read(pattern));
}

double channel_of_run(const Access& access, const arch::Device& device = plain_device()) {
    return cost_of(access, device).channel * bytes_of_run(access);
}

/// Of the first of `accesses`, in the company of the others.
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
    // Every second run of 128 bytes, and every run of 192, lies in two pieces of 128.
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(128, 4032, 8, true))), 32 + 1.5 * 7);
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(192, 4032, 8, true))), 48 + 2 * 7);
}

TEST(AccessCost, OfARunWrittenCountsTheBurstsAtItsEndsThatItFillsInPart) {
    // At multiples of 16, three of four runs begin within a burst, and three of four end in one;
    // six of eight lie in two pieces of 128.
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(112, 8048, 3, true))), 28 + 1.75 * 7 + 1.5 * 11);
    // At multiples of 16, a run of 16 lies in one burst.
    EXPECT_DOUBLE_EQ(channel_of_run(write(rows_of(16, 8048, 3, true))), 24 + 7 + 11);
}

TEST(AccessCost, OfALongRunWrittenComesNearThatOfContiguousData) {
    // 16 pieces of 128 bytes lie in the row of 2,048 in which a run begins. What follows in others
    // waits no more than contiguous data do.
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
    // Of runs 512 bytes apart every fourth opens another 2,048 bytes.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 512, 8, true)), std::hypot(0.75, 128 / 32.0));
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 2048, 8, true)), std::hypot(3, 128 / 32.0));
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 8064, 8, true)), std::hypot(3, 128 / 32.0));
}

TEST(AccessCost, CountsTheBurstsThatARunTouches) {
    // 112 bytes at multiples of 16: 2.5 bursts on the average.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(112, 8048, 8, true)), std::hypot(3, 160 / 32.0));
    EXPECT_DOUBLE_EQ(cost_of(read(rows_of(112, 8048, 8, true))).port, 128 / 112.0);
    // Less than a burst costs a whole one.
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
    // A run of 4,096 bytes lies in all of them.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(4032, 8192, 8, true)), std::hypot(3, 4032 / 16.0));
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(4096, 8192, 8, true)), std::hypot(3, 4096 / 32.0));
}

TEST(AccessCost, FindsBlocksAgainThatFitIntoTheTable) {
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 32768, 10, true))), 32);
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 8192, 40, true))), 32);
}

TEST(AccessCost, MissesMoreOfTheBlocksTheLessOfThemFit) {
    EXPECT_DOUBLE_EQ(channel_of_run(read(rows_of(128, 32768, 20, true))), 32 + 20 * 0.5);
    // Rows further apart than a block take one each, no more.
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
    // 320 rows of half a page are 20 blocks.
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
    // Between the table's 10 entries and 20 more, 15 are over.
    EXPECT_DOUBLE_EQ(
        access_costs(std::vector{read(left), read(shifted(left, 128))}, device)[0].channel * 128,
        32 + 20 * 0.75);
    // One alone, and what is written, take what they took.
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
    // Written blocks take one and a half entries each.
    EXPECT_DOUBLE_EQ(channel_of_first({read(pattern), write(pattern)}), 32 + 20 * 0.75);
}

TEST(AccessCost, KeepsBlocksThatAreMetAgainSoonBesideAPatternThatComesBackLate) {
    // While the first passes its 5 rows of 128 bytes, the second passes 5 of its 1000 rows.
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
    // Those that are cold are among those that do not fit.
    access = read(rows_of(128, 32768, 20, true));
    access.cold = 0.25;
    EXPECT_DOUBLE_EQ(channel_of_run(access), 32 + 20 * 0.5);
}

TEST(AccessCost, HidesOfAWalkWhatOverlapsWithData) {
    // Every run walks for 20 ns, while 128 bytes take 8 and the opening of a run 3.
    const AccessPattern pattern = rows_of(128, 32768, 1000, true);
    const double moving = std::hypot(3, 128 / 16.0);
    arch::Device device = plain_device();
    EXPECT_DOUBLE_EQ(memory_of_run(pattern, device), moving + 20);
    device.dram.translation.overlap = 0.5;
    EXPECT_DOUBLE_EQ(memory_of_run(pattern, device), moving + 20 - moving / 2);
    device.dram.translation.overlap = 1;
    EXPECT_DOUBLE_EQ(memory_of_run(pattern, device), 20);
    // Of data that takes longer, the walk adds nothing.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(512, 32768, 1000, true), device),
                     std::hypot(3, 512 / 16.0));
    // The channel itself waits for its walk all the same.
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
