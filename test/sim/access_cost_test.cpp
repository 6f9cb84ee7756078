#include "sim/access_cost.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "test/sim/example_run.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Direction;

/// One nanosecond is one cycle, and every cost can be told from the others.
arch::Device plain_device() {
    arch::Device device = test::device_named("xdna-phoenix");
    device.clock_ghz = 1.0;
    device.stream_width = Bytes{4};
    arch::DramModel& dram = device.dram;
    dram.channel = arch::GigabytesPerSecond{100};
    dram.total = arch::GigabytesPerSecond{32};
    dram.channel_run = arch::Nanoseconds{24};
    dram.run = arch::Nanoseconds{3};
    dram.burst = Bytes{64};
    dram.interleave = Bytes{4096};
    dram.interleave_share = 0.5;
    dram.translation = {Bytes{4096}, 100, arch::Nanoseconds{20}};
    return device;
}

AccessPattern rows_of(std::int64_t run, std::int64_t stride, std::int64_t rows, bool along) {
    return {0, Bytes{0}, Bytes{run}, Bytes{stride}, rows, along};
}

AccessCost cost_of(const AccessPattern& pattern, const arch::Device& device = plain_device()) {
    return access_costs(std::vector{Access{pattern, Direction::MM2S}}, device).front();
}

/// Nanoseconds of one run.
double memory_of_run(const AccessPattern& pattern, const arch::Device& device = plain_device()) {
    return cost_of(pattern, device).memory * static_cast<double>(pattern.run.count());
}

TEST(AccessCost, OfOneRunIsItsBytesAlone) {
    const AccessCost cost = cost_of({0, Bytes{0}, Bytes{1 << 20}, Bytes{0}, 1, false});
    EXPECT_DOUBLE_EQ(cost.channel, 1.0 / 4);
    EXPECT_DOUBLE_EQ(cost.memory, 1.0 / 32);
}

TEST(AccessCost, OfAChannelCountsTheJumpToEachRun) {
    EXPECT_DOUBLE_EQ(cost_of(rows_of(128, 4032, 8, true)).channel * 128, 128.0 / 4 + 24);
}

TEST(AccessCost, AddsTheOpeningOfARunToItsDataAsIndependentDeviations) {
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 4032 - 64, 8, true)), std::hypot(3, 128 / 32.0));
}

TEST(AccessCost, CountsTheBurstsThatARunTouches) {
    // 112 bytes at multiples of 16: 2.5 bursts on the average.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(112, 8048, 8, true)), std::hypot(3, 160 / 32.0));
    // Less than a burst costs a whole one.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(16, 8048, 8, true)), std::hypot(3, 64 / 32.0));
}

TEST(AccessCost, GivesRowsThatMeetInTheSameMemoryChannelsTheirShareOfTheBandwidth) {
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 8192, 8, true)), std::hypot(3, 128 / 16.0));
}

TEST(AccessCost, SharesTheWalkOfAPageAmongTheRowsInIt) {
    // 200 rows of half a page are 100 pages and fit; twice as many do not.
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 2048, 200, false)), std::hypot(3, 4));
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 2048, 400, false)),
                     std::hypot(3, 4) + 20 * 0.5 * 0.5);
}

TEST(AccessCost, SharesPagesAndTheirWalksAmongNeighbours) {
    AccessPattern left = rows_of(128, 8064, 200, false);
    AccessPattern right = left;
    right.offset = Bytes{128};
    const std::vector<Access> neighbours{{left, Direction::MM2S}, {right, Direction::MM2S}};
    EXPECT_DOUBLE_EQ(access_costs(neighbours, plain_device())[0].memory * 128,
                     std::hypot(3, 4) + 20 * 0.5 / 2);

    right.offset = Bytes{4096};
    const std::vector<Access> strangers{{left, Direction::MM2S}, {right, Direction::MM2S}};
    EXPECT_DOUBLE_EQ(access_costs(strangers, plain_device())[0].memory * 128,
                     std::hypot(3, 4) + 20 * 0.75);
}

TEST(AccessCost, FindsPagesAgainThatFitIntoTheTable) {
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 8064, 100, true)), std::hypot(3, 4));
}

TEST(AccessCost, MissesTheShareOfThePagesThatDoesNotFit) {
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 8064, 200, true)), std::hypot(3, 4) + 20 * 0.5);
}

TEST(AccessCost, CountsThePagesOfAllReadingChannelsTogether) {
    const AccessPattern pattern = rows_of(128, 8064, 100, true);
    const std::vector<Access> both{{pattern, Direction::MM2S}, {pattern, Direction::MM2S}};
    EXPECT_DOUBLE_EQ(access_costs(both, plain_device())[0].memory * 128,
                     std::hypot(3, 4) + 20 * 0.5);
    const std::vector<Access> opposite{{pattern, Direction::MM2S}, {pattern, Direction::S2MM}};
    EXPECT_DOUBLE_EQ(access_costs(opposite, plain_device())[0].memory * 128, std::hypot(3, 4));
}

TEST(AccessCost, KeepsPagesThatAreMetAgainSoonBesideAPatternThatNeverComesBack) {
    // While the first passes its 50 rows of 128 bytes, the second passes 50 of its 1000 rows.
    const std::vector<Access> both{{rows_of(128, 8064, 50, true), Direction::MM2S},
                                   {rows_of(128, 8064, 1000, false), Direction::MM2S}};
    const std::vector<AccessCost> costs = access_costs(both, plain_device());
    EXPECT_DOUBLE_EQ(costs[0].memory * 128, std::hypot(3, 4));
    EXPECT_DOUBLE_EQ(costs[1].memory * 128, std::hypot(3, 4) + 20 * (1 - 100 / 1050.0));
}

TEST(AccessCost, LetsNoWriteWaitForAWalk) {
    const std::vector<Access> write{{rows_of(128, 8064, 200, false), Direction::S2MM}};
    EXPECT_DOUBLE_EQ(access_costs(write, plain_device())[0].memory * 128, std::hypot(3, 4));
}

TEST(AccessCost, OfTheExampleInTheHeaderIsWhatItSays) {
    arch::Device device = plain_device();
    device.dram.total = arch::GigabytesPerSecond{50};
    device.dram.run = arch::Nanoseconds{6};
    device.dram.translation = {Bytes{4096}, 64, arch::Nanoseconds{40}};
    EXPECT_NEAR(memory_of_run(rows_of(432, 4320, 144, true), device), 33.5, 0.05);
    EXPECT_NEAR(1 / cost_of(rows_of(432, 4320, 144, true), device).memory, 12.9, 0.05);  // GB/s
}

TEST(AccessCost, InCyclesFollowsTheClock) {
    arch::Device device = plain_device();
    const double slow = memory_of_run(rows_of(128, 8064, 200, false), device);
    device.clock_ghz = 1.8;
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 8064, 200, false), device), 1.8 * slow);
}

}  // namespace
}  // namespace xdnasim::sim
