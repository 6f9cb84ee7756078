// Simulated transfers: the data that arrive, and how long they take.

#include <array>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/support/fast_memory.hpp"
#include "test/support/parameter_name.hpp"
#include "test/support/schedule_parts.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::backends {
namespace {

using arch::Bytes;
using arch::Cycles;
using test::device_named;
using transfer::MatrixStream;
using transfer::TransferDesign;
using transfer::Walk;

RunResult run(const TransferDesign& problem, const arch::Device& device,
              const RunOptions& options = {}) {
    return make_systemc_backend()->run(transfer::map_transfer(problem, device), device, options);
}

Bytes bytes_of(const TransferDesign& problem) {
    Bytes all{};
    for (const MatrixStream& matrix : problem.streams)
        all += matrix.size();
    return all;
}

class EveryTransfer : public testing::TestWithParam<const char*> {};

TEST_P(EveryTransfer, BringsEveryByteBack) {
    const arch::Device device = device_named(GetParam());
    for (const int columns : {1, 2}) {
        for (const int depth : {1, 2, 3}) {
            for (const Walk walk : {Walk::Along, Walk::Across}) {
                SCOPED_TRACE(fmt::format("{} columns, depth {}, {}", columns, depth,
                                         walk == Walk::Along ? "along" : "across"));
                const TransferDesign problem{columns,
                                             depth,
                                             {{"A", 64, Bytes{256}, Bytes{32}, 16, Walk::Along},
                                              {"B", 48, Bytes{512}, Bytes{64}, 8, walk}}};
                const RunResult result = run(problem, device, {.verify = true, .seed = 5});
                EXPECT_TRUE(result.verification->passed) << result.verification->message;
                EXPECT_EQ(result.dram->read, bytes_of(problem));
                EXPECT_EQ(result.dram->written, bytes_of(problem));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, EveryTransfer,
                         testing::Values("xdna-phoenix", "xdna2-krackan", "teaching-2x1"),
                         NamedAfterParameter{});

/// Draws transfers that consist of whole tiles, so that none is refused.
class RandomTransfers {
 public:
    RandomTransfers(unsigned seed, const arch::Device& device) : random_{seed}, device_{device} {}

    TransferDesign next() {
        TransferDesign problem;
        problem.columns = static_cast<int>(pick(1, device_.columns));
        problem.depth = static_cast<int>(pick(1, 4));
        const std::int64_t streams = pick(1, 2);
        for (std::int64_t i = 0; i < streams; ++i)
            problem.streams.push_back(matrix(i == 0 ? "A" : "B", problem.columns));
        return problem;
    }

 private:
    std::int64_t pick(std::int64_t from, std::int64_t to) {
        return std::uniform_int_distribution{from, to}(random_);
    }

    MatrixStream matrix(const char* name, int columns) {
        const Walk walk = pick(0, 1) == 0 ? Walk::Along : Walk::Across;
        const Bytes run = arch::kWord * pick(1, 40);
        const std::int64_t runs = pick(1, 40);
        const std::int64_t below = pick(1, 6) * (walk == Walk::Along ? columns : 1);
        const std::int64_t beside = pick(1, 6) * (walk == Walk::Across ? columns : 1);
        return {name, runs * below, run * beside, run, runs, walk};
    }

    std::mt19937 random_;
    const arch::Device& device_;
};

class RandomTransfer : public testing::TestWithParam<unsigned> {};

TEST_P(RandomTransfer, ConservesBytesAndTakesTheSameTimeWithData) {
    constexpr int kTransfers = 40;
    constexpr std::array kDevices{"xdna-phoenix", "xdna2-krackan", "teaching-2x1"};
    const arch::Device device = device_named(kDevices.at(GetParam() % kDevices.size()));
    RandomTransfers transfers{GetParam(), device};
    for (int i = 0; i < kTransfers; ++i) {
        const TransferDesign problem = transfers.next();
        const MatrixStream& first = problem.streams.front();
        SCOPED_TRACE(fmt::format("{} columns, depth {}, {} streams, the first {} x {} in {} x {}",
                                 problem.columns, problem.depth, problem.streams.size(), first.rows,
                                 first.row.count(), first.runs, first.run.count()));
        const RunResult verified = run(problem, device, {.verify = true, .seed = GetParam()});
        ASSERT_TRUE(verified.verification->passed) << verified.verification->message;
        EXPECT_EQ(verified.dram->read, bytes_of(problem));
        EXPECT_EQ(verified.dram->written, bytes_of(problem));
        ASSERT_EQ(run(problem, device).cycles, verified.cycles);
    }
}

INSTANTIATE_TEST_SUITE_P(Batch, RandomTransfer, testing::Range(0U, 6U));

/// A copy on one channel each way, in contiguous tiles of 2,048 words.
TransferDesign memcpy_of(std::int64_t tiles, int depth = 2) {
    return {1, depth, {{"data", tiles, Bytes{8192}, Bytes{8192}, 1, Walk::Along}}};
}

TEST(TransferTheory, OneChannelMovesTheWidthOfItsStreamEachCycle) {
    const arch::Device device = test::with_fast_memory(device_named("xdna-phoenix"));
    const Cycles some = *run(memcpy_of(64), device).cycles;
    const Cycles more = *run(memcpy_of(192), device).cycles;
    // A MemTile's channel takes bd_switch cycles between two BDs.
    const std::int64_t tile = 2048 + device.timing.bd_switch.count();
    EXPECT_EQ(more - some, Cycles{128 * tile});
}

TEST(TransferTheory, TheRestIsTheLatencyOfOneTile) {
    const arch::Device device = test::with_fast_memory(device_named("xdna-phoenix"));
    // At 1 GHz, a cycle takes a nanosecond. The BD of the way out is written and pushed, then that
    // of the way in is written and its push acts at once: 2 x 1,500 + 300 = 3,300. The memory
    // answers after 250, and the channel starts in 8. A tile passes the switches of the ShimTile
    // and the MemTile, 4 each, in 2,048 cycles, and the MemTile sees it 2 cycles later: 2,316. The
    // way out starts in 8, passes the same switches in 2,048 + 8, and is written 150 later: 2,214.
    // The token takes 3,000.
    EXPECT_EQ(*run(memcpy_of(1), device).cycles, Cycles{3'300 + 2'316 + 2'214 + 3'000});
}

TEST(TransferTheory, ASlowChannelSetsThePace) {
    arch::Device device = test::with_fast_memory(device_named("xdna-phoenix"));
    device.dram.channel = arch::GigabytesPerSecond{1};  // at 1 GHz: 4 cycles a word
    const Cycles some = *run(memcpy_of(64), device).cycles;
    const Cycles more = *run(memcpy_of(192), device).cycles;
    const auto pace = static_cast<double>((more - some).count());
    EXPECT_NEAR(pace, 128 * 8192.0 / device.bytes_per_cycle(device.dram.channel).count(),
                0.01 * pace);
}

TEST(TransferTheory, WithOneTileInAMemTileInAndOutTakeTurns) {
    const arch::Device device = test::with_fast_memory(device_named("xdna-phoenix"));
    const auto one = static_cast<double>(run(memcpy_of(128, 1), device).cycles->count());
    const auto two = static_cast<double>(run(memcpy_of(128, 2), device).cycles->count());
    EXPECT_NEAR(one / two, 2, 0.05);
}

TEST(TransferTheory, NamesTheMemoryOrTheChannelThatSetsThePace) {
    const auto why_of = [](arch::GigabytesPerSecond channel, arch::GigabytesPerSecond read) {
        arch::Device device = test::with_fast_memory(device_named("xdna-phoenix"));
        device.dram.channel = channel;
        device.dram.read = read;
        return why(run(memcpy_of(64), device).bottleneck.value());
    };
    constexpr arch::GigabytesPerSecond kPlenty{1000};
    constexpr arch::GigabytesPerSecond kLittle{1};
    EXPECT_THAT(why_of(kPlenty, kLittle),
                testing::StartsWith("DRAM or fabric limits hold the shim channels back"));
    EXPECT_THAT(why_of(kLittle, kPlenty), testing::StartsWith("shim channel data0"));
}

TEST(TransferRun, GivesRatesOverTheArraysTimeAndTheWallClock) {
    const arch::Device device = device_named("xdna-phoenix");
    const RunResult result = run(memcpy_of(64), device);
    const double bytes = 2.0 * 64 * 8192;
    ASSERT_TRUE(result.rates.has_value());
    EXPECT_DOUBLE_EQ(result.rates->array.value().count(), bytes / result.npu_time->count());
    EXPECT_DOUBLE_EQ(result.rates->wall.count(), bytes / result.time().count());
    EXPECT_EQ(result.workload->name(), "transfer");
    EXPECT_TRUE(result.bottleneck.has_value());
    EXPECT_FALSE(result.kernel.has_value());
}

TEST(TransferRun, TellsItsProgressUpToTheEnd) {
    double last = 0;
    RunOptions options;
    options.on_progress = [&](const RunProgress& progress) { last = progress.done; };
    run(memcpy_of(8), device_named("teaching-2x1"), options);
    EXPECT_DOUBLE_EQ(last, 1);
}

TEST(TransferRun, TellsBytesThatWentAstrayFromThoseThatDidNot) {
    const arch::Device device = device_named("teaching-2x1");
    schedule::Schedule schedule = transfer::map_transfer(memcpy_of(4), device);
    // Both BDs out read from the second tile's buffer.
    const auto out = schedule::test::chain_of(*schedule.find({0, 1}), arch::Direction::MM2S, 0);
    ASSERT_EQ(out.size(), 2U);
    out.at(0)->buffer = out.at(1)->buffer;
    const RunResult result = make_systemc_backend()->run(schedule, device, {.verify = true});
    EXPECT_FALSE(result.verification->passed);
    EXPECT_THAT(result.verification->message,
                testing::HasSubstr("bytes of data differ, first at row 0, byte "));
}

TEST(TransferRun, CannotVerifyWhatIsNotDescribed) {
    const arch::Device device = device_named("teaching-2x1");
    schedule::Schedule schedule = transfer::map_transfer(memcpy_of(4), device);
    schedule.workload.reset();
    EXPECT_THROW(static_cast<void>(make_systemc_backend()->run(schedule, device, {.verify = true})),
                 base::InputError);
}

}  // namespace
}  // namespace xdnasim::backends
