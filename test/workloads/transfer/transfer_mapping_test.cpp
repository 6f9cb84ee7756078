#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/mapping_error.hpp"
#include "test/support/schedule_parts.hpp"
#include "workloads/schedule/workload.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::transfer {
namespace {

using arch::Bytes;
using arch::Direction;
using schedule::AwaitToken;
using schedule::PushTask;
using schedule::Schedule;
using schedule::SequenceLoop;
using schedule::SequenceOp;
using schedule::WriteBd;
using testing::HasSubstr;

class Transfer : public testing::Test {
 protected:
    [[nodiscard]] static TransferDesign gemm_like() {
        return {4,
                2,
                {{"A", 4096, Bytes{4096}, Bytes{64}, 32, Walk::Along},
                 {"B", 4096, Bytes{4096}, Bytes{64}, 64, Walk::Across}}};
    }
    [[nodiscard]] Schedule map(const TransferDesign& problem) const {
        return map_transfer(problem, device_);
    }
    /// "KEY
    /// MESSAGE" of the MappingError with which the problem is refused; empty if it is accepted.
    [[nodiscard]] std::string refusal(const TransferDesign& problem) const {
        return mapping_error_if_any([&] { return map(problem); });
    }
    [[nodiscard]] std::string refusal_of_a(const MatrixStream& matrix) const {
        return refusal({1, 2, {matrix}});
    }

    arch::Device device_ = arch::load_device(arch::find_device("xdna-phoenix"));
};

template <class Op>
std::int64_t count(const std::vector<SequenceOp>& sequence) {
    std::int64_t total = 0;
    for (const SequenceOp& op : sequence) {
        total += std::holds_alternative<Op>(op.op) ? 1 : 0;
        if (const auto* loop = std::get_if<SequenceLoop>(&op.op))
            total += loop->count * count<Op>(loop->body);
    }
    return total;
}

TEST_F(Transfer, UsesShimsAndMemTilesOnly) {
    const Schedule schedule = map(gemm_like());
    EXPECT_EQ(schedule.tiles.size(), 8U);
    EXPECT_TRUE(schedule.kernels.empty());
    for (const schedule::TileProgram& program : schedule.tiles)
        EXPECT_NE(device_.kind(program.tile), arch::TileKind::CompTile);
    EXPECT_TRUE(validate(schedule, device_).empty());
}

TEST_F(Transfer, GivesEachStreamAChannelOfItsOwnInBothDirections) {
    const Schedule schedule = map(gemm_like());
    ASSERT_EQ(schedule.flows.size(), 16U);
    for (const schedule::Flow& flow : schedule.flows) {
        EXPECT_EQ(flow.source.tile.column, flow.sinks.front().tile.column);
        EXPECT_EQ(flow.sinks.size(), 1U);
    }
    const auto& channels = schedule.find({0, 1})->channels;
    ASSERT_EQ(channels.size(), 4U);
    for (const Direction direction : {Direction::S2MM, Direction::MM2S})
        for (const int number : {0, 1})
            EXPECT_TRUE(std::ranges::any_of(channels, [&](const schedule::Channel& channel) {
                return channel.direction == direction && channel.channel == number;
            })) << number;
}

TEST_F(Transfer, HoldsAsManyTilesOfAStreamAsItsDepthSays) {
    for (const int depth : {1, 2, 5}) {
        TransferDesign problem = gemm_like();
        problem.depth = depth;
        const Schedule schedule = map(problem);
        const schedule::TileProgram& mem = *schedule.find({3, 1});
        EXPECT_EQ(mem.buffers.size(), 2U * static_cast<std::size_t>(depth));
        EXPECT_EQ(mem.buffers.front().size, Bytes{64 * 32});
        EXPECT_EQ(mem.buffers.back().size, Bytes{64 * 64});
        EXPECT_EQ(mem.bds.size(), 4U * static_cast<std::size_t>(depth));
        ASSERT_EQ(mem.locks.size(), 4U);
        for (const char* matrix : {"A", "B"}) {
            const auto initial = [&](const char* state) {
                return schedule::test::lock_named(mem, fmt::format("{} {}", matrix, state)).initial;
            };
            EXPECT_EQ(initial("empty"), depth);
            EXPECT_EQ(initial("full"), 0);
        }
    }
}

TEST_F(Transfer, MovesAStreamInOneTaskEachWay) {
    const Schedule schedule = map(gemm_like());
    EXPECT_EQ(count<WriteBd>(schedule.sequence), 4 * 2 * 2);
    EXPECT_EQ(count<PushTask>(schedule.sequence), 4 * 2 * 2);
    EXPECT_EQ(count<AwaitToken>(schedule.sequence), 4 * 2);
}

TEST_F(Transfer, AwaitsEveryTaskWhenAStreamTakesMany) {
    // Each column moves 67 strips. They are too many for one iteration, and 67 is prime, so each
    // strip takes a task.
    TransferDesign problem = gemm_like();
    problem.streams[0].rows = 4 * 67 * 32;
    const Schedule schedule = map(problem);
    EXPECT_EQ(count<WriteBd>(schedule.sequence), 4 * 2 * (67 + 1));
    EXPECT_EQ(count<AwaitToken>(schedule.sequence), 4 * (67 + 1));
    EXPECT_TRUE(validate(schedule, device_).empty());
}

TEST_F(Transfer, RotatesNoMoreBdsThanTheTaskQueuesHold) {
    TransferDesign problem = gemm_like();
    problem.streams.pop_back();
    problem.streams[0].rows = 4 * 67 * 32;
    const Schedule schedule = map(problem);
    const auto& fill = std::get<SequenceLoop>(schedule.sequence.front().op);
    EXPECT_EQ(fill.count, device_.shim_tile.dma.task_queue_depth + 1);
    EXPECT_EQ(count<AwaitToken>(fill.body), 0);
}

TEST_F(Transfer, SaysWhatItCopies) {
    const Schedule schedule = map(gemm_like());
    const auto buffers = schedule.workload->buffers();
    std::set<int> seen;
    int outputs = 0;
    for (const schedule::BufferContent& content : buffers) {
        seen.insert(content.buffer.index);
        outputs += content.role == schedule::BufferRole::Output ? 1 : 0;
        EXPECT_EQ(schedule.host_buffers.at(static_cast<std::size_t>(content.buffer.index)).size,
                  Bytes{4096 * 4096});
    }
    EXPECT_EQ(seen.size(), 4U);
    EXPECT_EQ(outputs, 2);
}

TEST_F(Transfer, MovesTheLargestMeasuredMatricesInOneTaskEachWay) {
    device_ = arch::load_device(arch::find_device("xdna2-strix"));
    const TransferDesign problem{8,
                                 1,
                                 {{"A", 8192, Bytes{8192}, Bytes{512}, 32, Walk::Along},
                                  {"B", 8192, Bytes{8192}, Bytes{512}, 512, Walk::Across}}};
    EXPECT_EQ(count<PushTask>(map(problem).sequence), 8 * 2 * 2);
}

TEST_F(Transfer, RefusesTilesThatDoNotDivideTheMatrixWithTheNearestThatDo) {
    EXPECT_THAT(
        refusal_of_a({"A", 64, Bytes{4096}, Bytes{48}, 32}),
        HasSubstr("transfer.streams.0.run_bytes | stream A: run_bytes 48 is not a multiple of "
                  "4 that divides row_bytes 4096; the nearest: 32 and 64"));
    EXPECT_THAT(refusal_of_a({"A", 96, Bytes{4096}, Bytes{64}, 36}),
                HasSubstr("transfer.streams.0.runs | stream A: runs 36 does not divide rows 96; "
                          "the nearest: 32 and 48"));
    EXPECT_THAT(refusal_of_a({"A", 64, Bytes{4096}, Bytes{8192}, 32}),
                HasSubstr("the nearest: 4096"));
    EXPECT_THAT(refusal_of_a({"A", 64, Bytes{4096}, Bytes{0}, 32}), HasSubstr("the nearest: 4"));
    EXPECT_THAT(refusal_of_a({"A", 64, Bytes{4094}, Bytes{2}, 32}),
                HasSubstr("row_bytes 4094 is not a multiple of 4, a word of DMA"));
}

TEST_F(Transfer, RefusesColumnsThatCannotShareTheTilesEvenly) {
    TransferDesign problem = gemm_like();
    problem.columns = 3;
    EXPECT_THAT(refusal(problem),
                HasSubstr("transfer.columns | stream A: 3 columns cannot share 128 strips of tiles "
                          "evenly; the nearest that can: 2 and 4"));
    problem.columns = 5;
    EXPECT_THAT(refusal(problem), HasSubstr("has 4 columns whose shims reach DRAM, not 5"));
}

TEST_F(Transfer, RefusesWhatAMemTileCannotHold) {
    TransferDesign problem = gemm_like();
    problem.depth = 13;
    EXPECT_THAT(refusal(problem), HasSubstr("enough for 1 to 12 tiles of a stream, not 13"));
    problem.depth = 0;
    EXPECT_THAT(refusal(problem), HasSubstr("not 0"));
    problem.depth = 3;
    problem.streams[1].run = Bytes{512};
    problem.streams[1].runs = 512;
    EXPECT_THAT(refusal(problem),
                HasSubstr("3 tiles of each stream are 792576 bytes, 268288 more than the 524288"));
    EXPECT_THAT(refusal_of_a({"A", 4096, Bytes{4096}, Bytes{4096}, 256}),
                HasSubstr("is 1048576 bytes; a BD of a mem tile moves at most 524284"));
}

TEST_F(Transfer, SaysWhichWayItWalks) {
    const auto stream = [](Walk walk) {
        const TransferWorkload workload{{4, 2, {{"A", 4096, Bytes{4096}, Bytes{64}, 32, walk}}}};
        return workload.summary().back().text;
    };
    EXPECT_THAT(stream(Walk::Along), testing::EndsWith("of 64 bytes, along the rows"));
    EXPECT_THAT(stream(Walk::Across), testing::EndsWith("of 64 bytes, down the columns"));
    EXPECT_THAT(stream(Walk::Bands),
                testing::EndsWith("of 64 bytes, each column down its own band of rows"));
}

TEST_F(Transfer, RefusesMoreStreamsThanAColumnHasChannelsFor) {
    TransferDesign problem = gemm_like();
    problem.streams.push_back(problem.streams.front());
    EXPECT_THAT(refusal(problem), HasSubstr("3 streams; a column of xdna-phoenix has the channels "
                                            "for 1 to 2"));
    EXPECT_THAT(refusal({4, 2, {}}), HasSubstr("0 streams"));
}

TEST_F(Transfer, RefusesADeviceWithoutMemTiles) {
    device_.row_kinds[1] = arch::TileKind::CompTile;
    EXPECT_THAT(refusal(gemm_like()),
                HasSubstr("device | xdna-phoenix: a transfer needs mem tiles"));
}

}  // namespace
}  // namespace xdnasim::transfer
