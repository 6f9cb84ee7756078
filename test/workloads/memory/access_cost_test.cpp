#include "workloads/memory/access_cost.hpp"

#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::memory {
namespace {

using arch::Bytes;
using arch::Direction;

/// One nanosecond is one cycle, and every cost can be told from the others.
arch::Device plain_device() {
    arch::Device device = xdnasim::test::device_named("xdna-phoenix");
    device.clock_ghz = 1.0;
    device.stream_width = Bytes{4};
    arch::DramModel& dram = device.dram;
    dram.channel = arch::GigabytesPerSecond{100};
    dram.total = arch::GigabytesPerSecond{32};
    dram.channel_run = arch::Nanoseconds{24};
    dram.write_run = arch::Nanoseconds{7};
    dram.part_write = arch::Nanoseconds{11};
    dram.run = arch::Nanoseconds{3};
    dram.merge = arch::Nanoseconds{2};
    dram.burst = Bytes{64};
    dram.access = Bytes{32};
    dram.write_piece = Bytes{128};
    dram.interleave = Bytes{4096};
    dram.interleave_share = 0.5;
    dram.translation = {.page = Bytes{4096},
                        .block = Bytes{32768},
                        .entries = 10,
                        .written = 1.5,
                        .shared = 1,
                        .spread = 2,
                        .walk = arch::Nanoseconds{20},
                        .overlap = 0,
                        .write_walk = arch::Nanoseconds{50}};
    return device;
}

AccessPattern rows_of(std::int64_t run, std::int64_t stride, std::int64_t rows, bool along) {
    return {0, Bytes{0}, Bytes{run}, Bytes{stride}, rows, along};
}

AccessPattern shifted(AccessPattern pattern, std::int64_t offset) {
    pattern.offset = Bytes{offset};
    return pattern;
}

Access read(const AccessPattern& pattern) {
    return {pattern, Direction::MM2S};
}

Access write(const AccessPattern& pattern) {
    return {pattern, Direction::S2MM};
}

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

TEST(AccessCost, AddsTheOpeningOfARunToItsDataAsIndependentDeviations) {
    EXPECT_DOUBLE_EQ(memory_of_run(rows_of(128, 4032 - 64, 8, true)), std::hypot(3, 128 / 32.0));
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

TEST(AlikeAccesses, AreAsWellAlignedAndHaveAsManyBesideThem) {
    const arch::Device device = plain_device();
    const Access a{rows_of(96, 4224, 8, false), Direction::MM2S};
    const Access b{shifted(rows_of(96, 4224, 8, false), 96), Direction::MM2S};
    Access c{rows_of(200, 4104, 5, true), Direction::S2MM};
    c.pattern.buffer = 1;
    const auto moved = [&](std::int64_t by_a, std::int64_t by_b, std::int64_t by_c) {
        std::vector<Access> all{a, b, c};
        all[0].pattern.offset += Bytes{by_a};
        all[1].pattern.offset += Bytes{by_b};
        all[2].pattern.offset += Bytes{by_c};
        return all;
    };
    const std::vector<Access> still = moved(0, 0, 0);
    const auto alike = [&](const std::vector<Access>& others) {
        return cost_alike(still, others, device.dram);
    };
    // Rows of `a` and `b` begin and end at multiples of 32, those of `c` at multiples of 8.
    EXPECT_TRUE(alike(still));
    EXPECT_TRUE(alike(moved(1280, 1280, 0)));
    EXPECT_TRUE(alike(moved(-32, -32, 4104)));
    EXPECT_TRUE(alike(moved(1280, 0, 0)));
    // Another page: what they read is no longer beside each other.
    EXPECT_FALSE(alike(moved(8192, 0, 0)));
    EXPECT_FALSE(alike(moved(16, 16, 0)));
    EXPECT_FALSE(alike(moved(0, 0, 4)));
    EXPECT_FALSE(alike({a, b}));
    std::vector<Access> other = still;
    other[2].pattern.rows = 6;
    EXPECT_FALSE(alike(other));
    const auto costs = access_costs(still, device);
    const auto same = access_costs(moved(-32, -32, 4104), device);
    ASSERT_EQ(costs.size(), same.size());
    for (std::size_t i = 0; i < costs.size(); ++i) {
        EXPECT_EQ(costs[i].channel, same[i].channel);
        EXPECT_EQ(costs[i].memory, same[i].memory);
        EXPECT_EQ(costs[i].port, same[i].port);
    }
}

std::int64_t one_of(std::mt19937& random, std::initializer_list<std::int64_t> of) {
    return *std::next(of.begin(), static_cast<std::ptrdiff_t>(random() % of.size()));
}

std::vector<Access> random_accesses(std::mt19937& random) {
    std::vector<Access> accesses;
    for (std::uint64_t i = 0, count = 1 + random() % 5; i < count; ++i) {
        const std::int64_t run = one_of(random, {4, 32, 96, 128, 200, 1024});
        const bool fits_bursts = random() % 2 == 0;
        const std::int64_t stride = fits_bursts ? one_of(random, {0, 4096, 4224}) : 4104;
        const std::int64_t rows = one_of(random, {1, 8, 40});
        AccessPattern pattern = rows_of(run, stride, rows, random() % 2 == 0);
        pattern.buffer = static_cast<int>(random() % 2);
        pattern.offset = Bytes{4 * static_cast<std::int64_t>(random() % 3000)};
        accesses.push_back(random() % 2 == 0 ? read(pattern) : write(pattern));
    }
    return accesses;
}

/// Of random accesses, and the same somewhere else in their buffers.
TEST(AlikeAccesses, CostTheSameWhereverRandomOnesLie) {
    const arch::Device device = plain_device();
    std::mt19937 random{11};
    int alike = 0;
    int others = 0;
    for (int round = 0; round < 3000; ++round) {
        const std::vector<Access> here = random_accesses(random);
        std::vector<Access> there = here;
        const std::array by{one_of(random, {0, 4, 32, 96, 4096}),
                            one_of(random, {0, 32, 128, 4104})};
        for (Access& access : there) {
            access.pattern.offset += Bytes{by.at(static_cast<std::size_t>(access.pattern.buffer))};
            if (random() % 4 == 0)
                access.pattern.offset += Bytes{one_of(random, {64, 4096, 81920})};
            if (random() % 8 == 0)
                access.cold = 0.01 * static_cast<double>(one_of(random, {0, 1, 300}));
        }
        if (!cost_alike(here, there, device.dram)) {
            ++others;
            continue;
        }
        ++alike;
        const auto costs = access_costs(here, device);
        const auto same = access_costs(there, device);
        for (std::size_t i = 0; i < costs.size(); ++i) {
            ASSERT_EQ(costs[i].channel, same[i].channel) << round;
            ASSERT_EQ(costs[i].memory, same[i].memory) << round;
            ASSERT_EQ(costs[i].port, same[i].port) << round;
        }
    }
    EXPECT_GT(alike, 1000);
    EXPECT_GT(others, 500);
}

/// What the runs touch is counted once, for a device and for the same with a limit relaxed.
TEST(RunsOfAccesses, TouchTheSameWhateverLimitIsRelaxed) {
    std::mt19937 random{12};
    int written_in_part = 0;
    int walking = 0;
    for (const arch::Device& device : {plain_device(), test::device_named("xdna2-krackan")}) {
        for (int round = 0; round < 500; ++round) {
            const std::vector<Access> accesses = random_accesses(random);
            const std::vector<RunCounts> runs = run_counts(accesses, device.dram);
            ASSERT_EQ(runs.size(), accesses.size());
            for (const schedule::Limit limit : schedule::kLimits)
                ASSERT_EQ(run_counts(accesses, schedule::relaxed(device, limit).dram), runs)
                    << round << ", " << schedule::name_of(limit);
            for (const RunCounts& run : runs) {
                if (run.part_bursts > 0) ++written_in_part;
                if (run.walks > 0) ++walking;
            }
        }
    }
    EXPECT_GT(written_in_part, 100);
    EXPECT_GT(walking, 100);
}

}  // namespace
}  // namespace xdnasim::memory
