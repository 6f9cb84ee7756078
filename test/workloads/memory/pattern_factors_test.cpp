#include "workloads/memory/pattern_factors.hpp"

#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"

namespace xdnasim::memory {
namespace {

using arch::Bytes;
using arch::Direction;
using schedule::PatternFactors;

constexpr arch::TileId kShim{0, 0};
constexpr int kA = 0;
constexpr int kB = 1;

/// The device of the example in access_cost.hpp, with a clock of 1 GHz, so that 1 ns is 1 cycle.
arch::Device example_device() {
    arch::Device device = xdnasim::test::device_named("xdna-phoenix");
    device.clock_ghz = 1.0;
    device.stream_width = Bytes{4};
    arch::DramModel& dram = device.dram;
    dram.channel = arch::GigabytesPerSecond{100};
    dram.total = arch::GigabytesPerSecond{50};
    dram.channel_run = arch::Nanoseconds{0};
    dram.run = arch::Nanoseconds{6};
    dram.burst = Bytes{64};
    dram.access = Bytes{32};
    dram.translation = {.page = Bytes{4096},
                        .block = Bytes{32768},
                        .entries = 10,
                        .written = 1,
                        .shared = 1,
                        .spread = 0,
                        .walk = arch::Nanoseconds{40},
                        .overlap = 0,
                        .write_walk = arch::Nanoseconds{0}};
    return device;
}

/// Appends a task of the shim's MM2S channel number `buffer`, which reads that host buffer once,
/// and `repeat` times more.
void add_task(std::vector<schedule::SequenceOp>& operations, int buffer, schedule::Bd bd,
              int repeat) {
    bd.buffer = schedule::HostBufferRef{buffer};
    operations.push_back({schedule::WriteBd{kShim, std::move(bd), {buffer, {}}, {}}});
    operations.push_back(
        {schedule::PushTask{kShim, Direction::MM2S, buffer, {buffer, {}}, repeat, false}});
}

/// A BD that reads 432 bytes of each of 144 rows, which are 4,320 bytes apart.
schedule::Bd rows() {
    schedule::Bd bd;
    bd.length = Bytes{432 * 144};
    bd.dimensions = {{108, Bytes{4}}, {144, Bytes{4320}}};
    return bd;
}

schedule::Bd contiguous(std::int64_t length) {
    schedule::Bd bd;
    bd.length = Bytes{length};
    return bd;
}

constexpr double kRun = 432;
constexpr double kMemory = (11.3 + 40) / (kRun / 50);  // ns of a run / ns of its bytes alone

TEST(PatternFactors, OfOneChannelAreThoseOfTheExampleOfItsCosts) {
    schedule::Schedule schedule;
    add_task(schedule.sequence, kA, rows(), 0);
    const PatternFactors factors = pattern_factors(schedule, example_device());
    EXPECT_NEAR(factors.channel, 148 / 108.0, 1e-9);
    EXPECT_NEAR(factors.of_buffer(kA), 148 / 108.0, 1e-9);
    EXPECT_NEAR(factors.memory, kMemory, 0.01);
    // Runs begin at any multiple of 16; the port's bursts have 32 bytes.
    EXPECT_NEAR(factors.read, (kRun + 32 - 16) / kRun, 1e-9);
    EXPECT_EQ(factors.written, 1);
}

TEST(PatternFactors, WeighTheChannelsByWhatTheyMoveInAllRoundsAndRepeats) {
    schedule::Schedule schedule;
    schedule::SequenceLoop loop{.count = 2, .body = {}};
    add_task(loop.body, kA, rows(), 0);
    add_task(loop.body, kB, contiguous(432 * 144), 2);
    schedule.sequence.push_back({std::move(loop)});
    const PatternFactors factors = pattern_factors(schedule, example_device());
    // A moves a third as many bytes as B: its channel takes 148 ns while that of B, the busiest,
    // takes 3 * 108 ns.
    EXPECT_NEAR(factors.channel, 1, 1e-9);
    EXPECT_NEAR(factors.of_buffer(kA), 148 / 108.0, 1e-9);
    EXPECT_NEAR(factors.of_buffer(kB), 1, 1e-9);
    EXPECT_NEAR(factors.memory, (kMemory + 3) / 4, 0.01);
}

TEST(PatternFactors, AreOneWhereNothingIsMovedAndLeaveTheWordsOfTracesOut) {
    schedule::Schedule schedule;
    EXPECT_EQ(pattern_factors(schedule, example_device()).memory, 1);
    add_task(schedule.sequence, kA, contiguous(4096), 0);
    add_task(schedule.sequence, kB, rows(), 0);
    std::get<schedule::PushTask>(schedule.sequence.back().op).direction = Direction::S2MM;
    schedule::Flow words{.name = "trace",
                         .source = {},
                         .sinks = {arch::dma_port(kShim, Direction::S2MM, kB)},
                         .mode = schedule::FlowMode::Packet,
                         .keep_header = true};
    schedule.flows.push_back(words);
    EXPECT_NEAR(pattern_factors(schedule, example_device()).memory, 1, 1e-9);
    schedule.flows.front().keep_header = false;
    EXPECT_GT(pattern_factors(schedule, example_device()).memory, 1.2);
}

}  // namespace
}  // namespace xdnasim::memory
