// The cycles that the operations of a runtime sequence take.

#include "sim/command_processor.hpp"

#include <gtest/gtest.h>

#include "test/sim/program_builder.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;

constexpr std::int64_t kBdWrite = 700;
constexpr std::int64_t kPush = 30;

/// The cycles of a run whose runtime sequence is `operation` alone.
Cycles cost_of(const schedule::SequenceOp& operation) {
    arch::Device device = test::device_named("xdna-phoenix");
    device.clock_ghz = 1;
    device.command_processor = {arch::Nanoseconds{kBdWrite}, arch::Nanoseconds{kPush},
                                arch::Nanoseconds{5}};
    test::ProgramBuilder builder{device};
    builder.buffer({0, 2}, Bytes{64});
    builder.program({0, 0}, {});
    builder.schedule.host_buffers.push_back({"host", Bytes{64}});
    builder.schedule.sequence.push_back(operation);
    return test::run_program(builder.finish(), device).cycles;
}

TEST(CommandProcessor, WritesAWordOfMemoryAsARegisterAndSeveralAsABlock) {
    const auto cost_of_words = [](std::size_t count) {
        return cost_of(
            {schedule::WriteMemory{{{0, 2}, 0}, Bytes{0}, std::vector<std::uint32_t>(count, 5)}});
    };
    EXPECT_EQ(cost_of_words(1), Cycles{kPush});
    EXPECT_EQ(cost_of_words(2), Cycles{kBdWrite});
    EXPECT_EQ(cost_of_words(4), Cycles{kBdWrite});
}

TEST(CommandProcessor, WritesOneRegisterOfABdForWhatAPushCosts) {
    schedule::WriteBd write{{0, 0}, {}, {}, {}};
    write.bd.buffer = schedule::HostBufferRef{0};
    write.bd.length = Bytes{64};
    EXPECT_EQ(cost_of({write}), Cycles{kBdWrite});
    write.changes_one_register = true;
    EXPECT_EQ(cost_of({write}), Cycles{kPush});
}

}  // namespace
}  // namespace xdnasim::sim
