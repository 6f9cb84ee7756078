// Tests of cost_alike(), which finds accesses that cost the same, and of run_counts(), which does
// not depend on the speed of the device.

#include <array>
#include <initializer_list>
#include <iterator>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "test/workloads/memory/plain_device.hpp"
#include "workloads/memory/access_cost.hpp"
#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::memory {
namespace {

using arch::Bytes;
using arch::Direction;
using test::plain_device;
using test::read;
using test::rows_of;
using test::shifted;
using test::write;

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
    // `a` moves to another page, so that `a` and `b` are not side by side in the same rows.
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

/// Compares random accesses with the same accesses at other offsets in their buffers.
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

/// The counts of a device serve for every device in which one limit is relaxed.
TEST(RunsOfAccesses, TouchTheSameWhateverLimitIsRelaxed) {
    std::mt19937 random{12};
    int written_in_part = 0;
    int walking = 0;
    for (const arch::Device& device :
         {plain_device(), xdnasim::test::device_named("xdna2-krackan")}) {
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
