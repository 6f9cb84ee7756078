// What must hold for every legal schedule: bytes are conserved, times add up, and neither
// data nor repetition changes a cycle.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "backends/systemc/run_statistics.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/sim/example_run.hpp"
#include "test/support/parameter_name.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using test::SmallGemm;

SmallGemm random_gemm(std::mt19937& random, const arch::Device& device) {
    const auto pick = [&](int max) {
        return static_cast<int>(random() % static_cast<unsigned>(max)) + 1;
    };
    SmallGemm gemm;
    gemm.columns = pick(device.columns);
    gemm.rows = pick(std::min({device.core_rows(), gemm.columns, 4}));
    gemm.tile = {8 * pick(5), 8 * pick(5), 8 * pick(5)};
    gemm.calls_per_panel = pick(4);
    gemm.panels = pick(3);
    gemm.m_blocks = pick(3);
    gemm.n_blocks = pick(3);
    constexpr std::array kTypes{kernels::DataType::Int8, kernels::DataType::Int16,
                                kernels::DataType::Int32};
    gemm.c_type = kTypes[random() % kTypes.size()];
    if (random() % 2 == 0) gemm.cycles_per_call = pick(4000);
    return gemm;
}

class Properties : public testing::TestWithParam<const char*> {
 protected:
    static constexpr int kRounds = 25;
    const arch::Device device = test::device_named(GetParam());
};

TEST_P(Properties, AVerifiedRunIsRightAndTakesTheCyclesOfARunWithoutData) {
    std::mt19937 random{101};
    const auto backend = backends::make_systemc_backend();
    for (int round = 0; round < kRounds; ++round) {
        const schedule::Schedule schedule = random_gemm(random, device).schedule(device);
        const auto timed = backend->run(schedule, device, {});
        const auto verified = backend->run(schedule, device, {.verify = true, .seed = random()});
        ASSERT_TRUE(verified.verification.has_value());
        EXPECT_TRUE(verified.verification->passed) << verified.verification->message;
        EXPECT_LT(verified.verification->saturated_share, 0.05);
        EXPECT_EQ(timed.cycles, verified.cycles) << "round " << round;
    }
}

TEST_P(Properties, ARunRepeatsToTheCycle) {
    std::mt19937 random{102};
    for (int round = 0; round < kRounds; ++round) {
        const schedule::Schedule schedule = random_gemm(random, device).schedule(device);
        const auto first = test::run(schedule, device);
        const auto second = test::run(schedule, device);
        EXPECT_EQ(first.cycles, second.cycles);
        EXPECT_EQ(first.recorder.core.size(), second.recorder.core.size());
        EXPECT_EQ(first.recorder.segments.size(), second.recorder.segments.size());
    }
}

TEST_P(Properties, DramCarriesTheBytesOfTheTilingAndNoMore) {
    std::mt19937 random{103};
    const auto backend = backends::make_systemc_backend();
    for (int round = 0; round < kRounds; ++round) {
        const SmallGemm gemm = random_gemm(random, device);
        const auto result = backend->run(gemm.schedule(device), device, {});
        const auto [m, k, n] = gemm.problem().size;
        const std::int64_t ops = m * k * n;
        const std::int64_t read =
            ops / (gemm.tile.n * gemm.columns) + ops / (gemm.tile.m * gemm.rows);
        EXPECT_EQ(result.dram->read, Bytes{read});
        EXPECT_EQ(result.dram->written, Bytes{m * n * size_of(gemm.c_type).count()});
    }
}

TEST_P(Properties, EveryCoresTimesAddUpToTheRun) {
    std::mt19937 random{104};
    const auto backend = backends::make_systemc_backend();
    for (int round = 0; round < kRounds; ++round) {
        const SmallGemm gemm = random_gemm(random, device);
        const auto result = backend->run(gemm.schedule(device), device, {});
        ASSERT_EQ(result.cores.size(), static_cast<std::size_t>(gemm.rows * gemm.columns));
        for (const backends::CoreTimes& core : result.cores) {
            arch::Cycles sum{};
            for (const events::CoreStateEntry& state : events::kCoreStates) {
                EXPECT_GE(core[state.state], arch::Cycles{0})
                    << to_string(core.tile) << " " << state.key;
                sum += core[state.state];
            }
            EXPECT_EQ(sum, result.cycles);
            const std::int64_t calls_of_core =
                gemm.m_blocks * gemm.n_blocks * gemm.calls_per_panel * gemm.panels;
            EXPECT_GE(core[events::CoreState::Busy],
                      arch::Cycles{calls_of_core * gemm.cycles_per_call.value_or(1)});
        }
        const std::int64_t calls = gemm.rows * gemm.columns * gemm.m_blocks * gemm.n_blocks *
                                   gemm.calls_per_panel * gemm.panels;
        EXPECT_EQ(result.kernel->calls, calls);
    }
}

TEST_P(Properties, IntervalsOfACoreDoNotOverlap) {
    std::mt19937 random{105};
    int intervals = 0;
    for (int round = 0; round < kRounds; ++round) {
        const auto timed = test::run(random_gemm(random, device).schedule(device), device);
        std::map<arch::TileId, arch::Cycles> last;
        for (const events::CoreInterval& interval : timed.recorder.core) {
            ASSERT_LE(last[interval.tile], interval.begin);
            ASSERT_LE(interval.begin, interval.end);
            last[interval.tile] = interval.end;
            ++intervals;
        }
    }
    EXPECT_GT(intervals, kRounds * 10);
}

INSTANTIATE_TEST_SUITE_P(Devices, Properties,
                         testing::Values("teaching-2x1", "xdna-phoenix", "xdna2-krackan"),
                         NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::sim
