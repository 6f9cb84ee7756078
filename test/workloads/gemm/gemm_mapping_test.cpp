#include "xdnasim/workloads/gemm/gemm_mapping.hpp"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "xdnasim/arch/device_catalog.hpp"
#include "xdnasim/arch/device_loader.hpp"
#include "xdnasim/arch/error.hpp"

namespace xdnasim::gemm {
namespace {

using arch::Bytes;
using arch::TileId;
using schedule::Bd;
using schedule::Dimension;
using testing::HasSubstr;

arch::Device device(const char* name) {
    return arch::load_device(arch::find_device(name));
}

/// Taka et al. 2025, Table 3: the best int8 kernel on XDNA2.
GemmProblem table_3_int8() {
    GemmProblem problem;
    problem.size = {4032, 4320, 4608};
    problem.tile = {144, 72, 144};
    problem.k_mt = 432;
    return problem;
}

std::string refusal(const GemmProblem& problem, const arch::Device& on) {
    try {
        static_cast<void>(map_gemm(problem, on));
    } catch (const arch::InputError& error) {
        return error.what();
    }
    return "not refused";
}

const Bd& bd(const schedule::Schedule& schedule, TileId tile, int id) {
    return *std::ranges::find(schedule.find(tile)->bds, id, &Bd::id);
}

/// (size, step) in words, as the worked numbers of the paper's mapping are given.
std::vector<std::pair<std::int64_t, std::int64_t>> in_words(const std::vector<Dimension>& all) {
    std::vector<std::pair<std::int64_t, std::int64_t>> words;
    for (const Dimension& dimension : all)
        words.emplace_back(dimension.size, dimension.stride / arch::kWord);
    return words;
}

using Steps = std::vector<std::pair<std::int64_t, std::int64_t>>;

class MappedTable3 : public testing::Test {
 protected:
    const arch::Device npu2 = device("xdna2-krackan");
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
    for (const schedule::Flow& flow : schedule.flows) {
        if (flow.name == "A2 L2-L1") {
            ASSERT_EQ(flow.sinks.size(), 8U);
            for (const arch::Port& sink : flow.sinks)
                EXPECT_EQ(sink.tile.row, 4);
        }
        if (flow.name == "B5 L2-L1") {
            ASSERT_EQ(flow.sinks.size(), 4U);
            for (const arch::Port& sink : flow.sinks)
                EXPECT_EQ(sink.tile.column, 5);
        }
    }
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
    GemmProblem problem = table_3_int8();
    problem.k_mt = 864;  // 124 KB a panel: four of them and C do not fit into 512 KB
    const schedule::Schedule schedule = map_gemm(problem, device("xdna2-krackan"));
    const schedule::TileProgram& neighbour = *schedule.find({1, 1});
    const auto guest = std::ranges::find_if(
        neighbour.buffers, [](const schedule::Buffer& b) { return b.name.starts_with("A"); });
    EXPECT_NE(guest, neighbour.buffers.end());
}

TEST(GemmMapping, SaysByHowMuchATileDoesNotFitIntoACore) {
    GemmProblem problem = table_3_int8();
    problem.tile = {160, 80, 144};
    problem.k_mt = 480;
    problem.size = {160 * 4, 480, 144 * 8};
    // 2*160*80 + 2*80*144 + 160*144 = 71,680 of 64,512
    EXPECT_THAT(refusal(problem, device("xdna2-krackan")),
                testing::AllOf(HasSubstr("71680 bytes"), HasSubstr("7168 more than the 64512")));
}

TEST(GemmMapping, SaysByHowMuchAPanelDoesNotFitIntoAMemTile) {
    GemmProblem problem = table_3_int8();
    problem.k_mt = 4320;
    EXPECT_THAT(refusal(problem, device("xdna2-krackan")),
                HasSubstr("of 622080 bytes does not fit into mem tile"));
}

TEST(GemmMapping, NamesTheNearestSizes) {
    GemmProblem problem = table_3_int8();
    problem.size.m = 4000;
    EXPECT_THAT(refusal(problem, device("xdna2-krackan")),
                testing::AllOf(HasSubstr("gemm.size.m is 4000"), HasSubstr("3456 or 4032")));
}

TEST(GemmMapping, RefusesATileThatTheMatrixInstructionDoesNotDivide) {
    GemmProblem problem = table_3_int8();
    problem.tile.k = 76;
    EXPECT_THAT(refusal(problem, device("xdna2-krackan")),
                testing::AllOf(HasSubstr("gemm.tile.k is 76"), HasSubstr("72 or 80")));
}

TEST(GemmMapping, ListsTheTypesThatADeviceHas) {
    GemmProblem problem = table_3_int8();
    problem.b_type = kernels::DataType::Int16;
    EXPECT_THAT(refusal(problem, device("xdna2-krackan")), HasSubstr("int8 x int8 -> int16"));
}

TEST(GemmMapping, RefusesMoreColumnsThanThereAre) {
    GemmProblem problem = table_3_int8();
    problem.columns = 9;
    EXPECT_THAT(refusal(problem, device("xdna2-krackan")),
                HasSubstr("gemm.array.columns is 9; the mapping can use 1 to 8"));
}

TEST(GemmMapping, TakesTheRateOfTheProblemForTheKernel) {
    GemmProblem problem = table_3_int8();
    problem.kernel.macs_per_cycle = 500;
    const schedule::Schedule schedule = map_gemm(problem, device("xdna2-krackan"));
    const std::int64_t macs = 144 * 72 * 144;
    EXPECT_EQ(schedule.kernels[1].cycles, arch::Cycles{(macs + 499) / 500});
}

}  // namespace
}  // namespace xdnasim::gemm
