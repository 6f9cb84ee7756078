#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/input_error.hpp"
#include "test/support/schedule_parts.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::gemm {
namespace {

using arch::Bytes;
using arch::TileId;
using schedule::Bd;
using schedule::Dimension;
using testing::HasSubstr;
using xdnasim::test::device_named;

/// The GEMM with the best int8 kernel on XDNA2 (Taka et al. 2025, Table 3).
GemmDesign table_3_int8() {
    GemmDesign problem;
    problem.size = {4032, 4320, 4608};
    problem.tile = Extent{144, 72, 144};
    problem.k_mt = 432;
    return problem;
}

std::string refusal(const GemmDesign& problem, const arch::Device& on) {
    return input_error([&] { return map_gemm(problem, on); });
}

const Bd& bd(const schedule::Schedule& schedule, TileId tile, int id) {
    return *schedule.find(tile)->bd(id);
}

/// Size (elements along the dimension) and step (in words) of each dimension, the form in which the
/// paper gives the worked numbers of its mapping.
std::vector<std::pair<std::int64_t, std::int64_t>> in_words(const std::vector<Dimension>& all) {
    std::vector<std::pair<std::int64_t, std::int64_t>> words;
    for (const Dimension& dimension : all)
        words.emplace_back(dimension.size, dimension.stride / arch::kWord);
    return words;
}

using Steps = std::vector<std::pair<std::int64_t, std::int64_t>>;

class MappedTable3 : public testing::Test {
 protected:
    const arch::Device npu2 = device_named("xdna2-krackan");
    const schedule::Schedule schedule = map_gemm(table_3_int8(), npu2);

    [[nodiscard]] const schedule::WriteBd& first_write(TileId shim, int host_buffer) const {
        const auto& body = std::get<schedule::SequenceLoop>(schedule.sequence[0].op).body;
        for (const schedule::SequenceOp& op : body) {
            const auto* write = std::get_if<schedule::WriteBd>(&op.op);
            if (write != nullptr && write->tile == shim &&
                std::get<schedule::HostBufferRef>(write->bd.buffer).index == host_buffer)
                return *write;
        }
        throw std::logic_error{"no such BD"};
    }
};

TEST_F(MappedTable3, BringsAIntoTheCoresOrderByTheWorkedNumbers) {
    EXPECT_EQ(in_words(first_write({0, 0}, 0).bd.dimensions),
              (Steps{{108, 1}, {144, 1080}, {10, 108}}));
    EXPECT_EQ(in_words(bd(schedule, {0, 1}, 0).dimensions), (Steps{{18, 1}, {6, 2592}, {144, 18}}));
    EXPECT_EQ(in_words(bd(schedule, {0, 1}, 2).dimensions),
              (Steps{{2, 1}, {144, 18}, {9, 2}, {6, 2592}}));
    EXPECT_EQ(in_words(bd(schedule, {0, 2}, 0).dimensions), (Steps{{16, 1}, {18, 144}, {9, 16}}));
}

TEST_F(MappedTable3, LetsAEnterAtEverySecondColumn) {
    std::vector<int> columns;
    for (const schedule::Flow& flow : schedule.flows)
        if (flow.name.starts_with("A") && flow.name.ends_with("L3-L2"))
            columns.push_back(flow.source.tile.column);
    EXPECT_EQ(columns, (std::vector{0, 2, 4, 6}));
}

TEST_F(MappedTable3, BroadcastsAAlongARowAndBDownAColumn) {
    const schedule::Flow& a = schedule::test::flow_named(schedule, "A2 L2-L1");
    ASSERT_EQ(a.sinks.size(), 8U);
    for (const arch::Port& sink : a.sinks)
        EXPECT_EQ(sink.tile.row, 4);
    const schedule::Flow& b = schedule::test::flow_named(schedule, "B5 L2-L1");
    ASSERT_EQ(b.sinks.size(), 4U);
    for (const arch::Port& sink : b.sinks)
        EXPECT_EQ(sink.tile.column, 5);
}

TEST_F(MappedTable3, GivesEveryGatheredCTileLocksAndABdOfItsOwn) {
    const schedule::TileProgram& mem = *schedule.find({3, 1});
    std::vector<schedule::LockRef> acquired;
    for (const Bd& out : mem.bds)
        if (out.id >= 0 && out.acquire && out.dimensions.size() == 4 &&
            std::get<schedule::BufferRef>(out.buffer).index < 4)
            acquired.push_back(out.acquire->lock);
    ASSERT_EQ(acquired.size(), 4U);
    std::ranges::sort(acquired);
    EXPECT_EQ(std::ranges::adjacent_find(acquired), acquired.end());
}

TEST_F(MappedTable3, TakesFifteenBdsOfAShimWithAAndTenOfOneWithout) {
    const auto ids = [&](TileId shim) {
        std::set<std::int64_t> used;
        const auto& body = std::get<schedule::SequenceLoop>(schedule.sequence[0].op).body;
        for (std::int64_t block = 0; block < 5; ++block)
            for (const schedule::SequenceOp& op : body)
                if (const auto* write = std::get_if<schedule::WriteBd>(&op.op);
                    write != nullptr && write->tile == shim)
                    used.insert(write->id.at(std::vector{block}));
        return used.size();
    };
    EXPECT_EQ(ids({0, 0}), 15U);
    EXPECT_EQ(ids({1, 0}), 10U);
}

TEST_F(MappedTable3, RunsOutputBlocksMFastest) {
    const schedule::WriteBd& c = first_write({1, 0}, 2);
    const std::int64_t block_row = 4 * 144 * 4608;
    EXPECT_EQ(c.offset.at(std::vector<std::int64_t>{0}), 144);
    EXPECT_EQ(c.offset.at(std::vector<std::int64_t>{1}), 144 + block_row);
    EXPECT_EQ(c.offset.at(std::vector<std::int64_t>{4}), 144 + 4 * block_row);
    const auto& steady = std::get<schedule::SequenceLoop>(schedule.sequence[1].op);
    EXPECT_EQ(steady.count, 28 - 5);
}

TEST(GemmMapping, SpillsPanelsThatDoNotFitIntoTheNeighbour) {
    GemmDesign problem = table_3_int8();
    problem.k_mt = 864;  // 124 KB a panel: four panels and C exceed 512 KB
    const schedule::Schedule schedule = map_gemm(problem, device_named("xdna2-krackan"));
    const schedule::TileProgram& neighbour = *schedule.find({1, 1});
    const auto guest = std::ranges::find_if(
        neighbour.buffers, [](const schedule::Buffer& b) { return b.name.starts_with("A"); });
    EXPECT_NE(guest, neighbour.buffers.end());
}

TEST(GemmMapping, ListsTheTypesThatADeviceHas) {
    GemmDesign problem = table_3_int8();
    problem.b_type = kernels::DataType::Int16;
    EXPECT_THAT(refusal(problem, device_named("xdna2-krackan")), HasSubstr("int8 x int8 -> int16"));
}

TEST(GemmMapping, GivesRowsThatShareAColumnOneShimChannelAndAMemTileChannelEach) {
    GemmDesign problem = table_3_int8();
    problem.columns = 2;
    problem.size = {576, 432, 288};
    const schedule::Schedule schedule = map_gemm(problem, device_named("xdna2-krackan"));
    std::vector<std::string> from_shim;
    std::vector<int> out_of_mem_tile;
    for (const schedule::Flow& flow : schedule.flows) {
        if (!flow.name.starts_with("A") || flow.source.tile.column != 0) continue;
        if (flow.source.tile.row == 0) from_shim.push_back(flow.name);
        if (flow.source.tile.row == 1) out_of_mem_tile.push_back(flow.source.channel);
    }
    EXPECT_EQ(from_shim, (std::vector<std::string>{"A0 L3-L2"}));
    EXPECT_EQ(out_of_mem_tile, (std::vector{0, 2}));
}

TEST(GemmMapping, ChainsTheSharedRowsOfAPanelAfterPanel) {
    GemmDesign problem = table_3_int8();
    problem.columns = 1;
    problem.rows = 2;
    problem.size = {288, 432, 144};
    const schedule::Schedule schedule = map_gemm(problem, device_named("xdna2-krackan"));
    const schedule::TileProgram& mem = *schedule.find({0, 1});
    std::vector<std::string> filled;
    for (int id = 0; id < 4; ++id)
        filled.push_back(
            mem.buffers[static_cast<std::size_t>(std::get<schedule::BufferRef>(
                                                     mem.bds[static_cast<std::size_t>(id)].buffer)
                                                     .index)]
                .name);
    EXPECT_EQ(filled, (std::vector<std::string>{"A0_0", "A1_0", "A0_1", "A1_1"}));
}

TEST(GemmMapping, ReadsARowMajorBInTwoDimensions) {
    GemmDesign problem = table_3_int8();
    problem.b_layout = kernels::Layout::RowMajor;
    const schedule::Schedule schedule = map_gemm(problem, device_named("xdna2-krackan"));
    const auto& body = std::get<schedule::SequenceLoop>(schedule.sequence[0].op).body;
    for (const schedule::SequenceOp& op : body) {
        const auto* write = std::get_if<schedule::WriteBd>(&op.op);
        if (write == nullptr || write->tile != TileId{1, 0} ||
            std::get<schedule::HostBufferRef>(write->bd.buffer).index != 1)
            continue;
        EXPECT_EQ(in_words(write->bd.dimensions), (Steps{{36, 1}, {4320, 1152}}));
        return;
    }
    FAIL() << "no BD for B";
}

TEST(GemmMapping, ReconfiguresOneBlockAtATimeWhenSequential) {
    GemmDesign problem = table_3_int8();
    problem.bd_reconfiguration = BdReconfiguration::Sequential;
    const schedule::Schedule schedule = map_gemm(problem, device_named("xdna2-krackan"));
    ASSERT_EQ(schedule.sequence.size(), 1U);
    const auto& blocks = std::get<schedule::SequenceLoop>(schedule.sequence[0].op);
    EXPECT_EQ(blocks.count, 28);
    const auto is_wait = [](const schedule::SequenceOp& op) {
        return std::holds_alternative<schedule::AwaitToken>(op.op);
    };
    const auto first = std::ranges::find_if(blocks.body, is_wait);
    EXPECT_EQ(blocks.body.end() - first, 8);
    EXPECT_TRUE(std::all_of(first, blocks.body.end(), is_wait));
}

TEST(GemmMapping, TakesTheRateOfTheProblemForTheKernel) {
    GemmDesign problem = table_3_int8();
    problem.kernel.macs_per_cycle = 500;
    const schedule::Schedule schedule = map_gemm(problem, device_named("xdna2-krackan"));
    const std::int64_t macs = 144 * 72 * 144;
    EXPECT_EQ(schedule.kernels[1].cycles, arch::Cycles{(macs + 499) / 500});
}

}  // namespace
}  // namespace xdnasim::gemm
