#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/workloads/gemm/unrolled_sequence.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/gemm/gemm_sequence.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::gemm {
namespace {

using arch::Bytes;
using arch::TileId;
using testing::ElementsAre;
using testing::Pair;

constexpr std::int64_t kBlockRow = 4 * 64;  ///< rows of C in a block row
constexpr std::int64_t kBlock = 8 * 32;     ///< columns of C in a block

class PingPong : public testing::Test {
 protected:
    using Writes = std::vector<test::WrittenBd>;

    /// A GEMM of `block_rows` x `blocks` blocks in int16 on the whole array of XDNA2, with the
    /// default tile of mlir-aie's whole_array.
    static GemmDesign problem(std::int64_t block_rows, std::int64_t blocks) {
        return {.size = {block_rows * kBlockRow, 256, blocks * kBlock},
                .a_type = kernels::DataType::Int16,
                .b_type = kernels::DataType::Int16,
                .c_type = kernels::DataType::Int16,
                .tile = gemm::Extent{64, 64, 32},
                .k_mt = 64,
                .b_layout = kernels::Layout::RowMajor,
                .bd_reconfiguration = BdReconfiguration::PingPong};
    }

    [[nodiscard]] std::vector<test::Operation> sequence(const GemmDesign& problem) const {
        return test::unroll(ping_pong_sequence(choose(problem, npu2), npu2));
    }

    [[nodiscard]] Writes writes(const GemmDesign& problem, TileId shim) const {
        Writes found;
        for (const test::Operation& operation : sequence(problem))
            if (const auto* write = std::get_if<test::WrittenBd>(&operation);
                write != nullptr && write->tile == shim)
                found.push_back(*write);
        return found;
    }

    [[nodiscard]] Writes writes(const GemmDesign& problem, TileId shim, int host_buffer) const {
        Writes found = writes(problem, shim);
        std::erase_if(found, [&](const auto& write) { return write.host_buffer() != host_buffer; });
        return found;
    }

    const arch::Device npu2 = arch::load_device(arch::find_device("xdna2-krackan"));
};

/// Matrix and BD id of each write, in order, as text: "C0 A1 B2".
std::string order(const std::vector<test::WrittenBd>& writes) {
    std::string text;
    for (const test::WrittenBd& write : writes)
        text += (text.empty() ? "" : " ") +
                std::string(1, "ABC"[static_cast<std::size_t>(write.host_buffer())]) +
                std::to_string(write.id);
    return text;
}

/// Size (elements along the dimension) and step (in words) of each dimension of `bd`.
std::vector<std::pair<std::int64_t, std::int64_t>> in_words(const schedule::Bd& bd) {
    std::vector<std::pair<std::int64_t, std::int64_t>> words;
    for (const schedule::Dimension& dimension : bd.dimensions)
        words.emplace_back(dimension.size, dimension.stride / arch::kWord);
    return words;
}

TEST_F(PingPong, WritesCAndThenAAndBOfEachBlockRowOfAHalf) {
    EXPECT_EQ(order(writes(problem(5, 3), {0, 0})), "C0 A1 B2 A3 B4 C8 A9 B10 A11 B12 C0 A1 B2");
}

TEST_F(PingPong, LeavesOutAWhereNoneEnters) {
    EXPECT_EQ(order(writes(problem(3, 3), {1, 0})), "C0 B2 B4 C8 B10");
}

TEST_F(PingPong, WaitsAfterEachHalfButTheFirstAndAtTheEndForEveryColumn) {
    const auto waits_between_c = [this](std::int64_t block_rows) {
        std::string text;
        for (const test::Operation& operation : sequence(problem(block_rows, 3))) {
            const auto* task = std::get_if<test::PushedTask>(&operation);
            if (task != nullptr && task->task.token) text += 'C';
            if (std::holds_alternative<schedule::AwaitToken>(operation)) text += 'w';
        }
        return text;
    };
    const std::string all(8, 'C');
    const std::string wait(8, 'w');
    EXPECT_EQ(waits_between_c(1), all + wait);
    EXPECT_EQ(waits_between_c(2), all + wait);
    EXPECT_EQ(waits_between_c(3), all + all + wait + wait);
    EXPECT_EQ(waits_between_c(7), all + all + wait + all + wait + all + wait + wait);
}

TEST_F(PingPong, IssuesOneTokenForTheCOfAHalf) {
    int tokens = 0;
    for (const test::Operation& operation : sequence(problem(5, 3)))
        if (const auto* task = std::get_if<test::PushedTask>(&operation)) {
            EXPECT_EQ(task->task.token, task->task.direction == arch::Direction::S2MM);
            tokens += task->task.token ? 1 : 0;
        }
    EXPECT_EQ(tokens, 3 * 8);  // 3 halves (2 + 2 + 1 block rows), 8 columns
}

TEST_F(PingPong, TakesAllBlockRowsOfAHalfInOneBdOfC) {
    const Writes c = writes(problem(5, 3), {1, 0}, kHostC);
    ASSERT_EQ(c.size(), 3U);
    // N is 768 elements of 2 bytes: a row of C is 384 words, of which a block takes 128.
    EXPECT_THAT(in_words(c[0].bd), ElementsAre(Pair(16, 1), Pair(256, 384), Pair(3, 128)));
    EXPECT_EQ(c[0].bd.length, Bytes{kBlockRow * 3 * 32 * 2});
    EXPECT_EQ(c[0].bd.iteration->size, 2);
    EXPECT_EQ(c[0].bd.iteration->stride, Bytes{kBlockRow * 768 * 2});
    EXPECT_EQ(c[2].bd.iteration->size, 1);
    EXPECT_EQ(c[0].offset, 32 * 2);
    EXPECT_EQ(c[1].offset, 32 * 2 + 2 * kBlockRow * 768 * 2);
    EXPECT_EQ(c[2].offset, 32 * 2 + 4 * kBlockRow * 768 * 2);
}

TEST_F(PingPong, LeavesOutADimensionOfOneBlock) {
    const Writes c = writes(problem(2, 1), {0, 0}, kHostC);
    EXPECT_THAT(in_words(c.at(0).bd), ElementsAre(Pair(16, 1), Pair(256, 128)));
}

TEST_F(PingPong, ReadsABlockRowOfAAgainForEachBlockAlongN) {
    const Writes a = writes(problem(3, 3), {4, 0}, kHostA);
    ASSERT_EQ(a.size(), 3U);
    EXPECT_THAT(in_words(a[0].bd), ElementsAre(Pair(32, 1), Pair(64, 128), Pair(4, 32)));
    EXPECT_FALSE(a[0].bd.iteration.has_value());
    // Column 4 reads A for the third of the four rows of cores in each block row.
    const std::int64_t core_row = 64 * 256 * 2;
    EXPECT_EQ(a[0].offset, 2 * core_row);
    EXPECT_EQ(a[1].offset, 6 * core_row);
    EXPECT_EQ(a[2].offset, 10 * core_row);
}

TEST_F(PingPong, ReadsAllOfBForEachBlockRow) {
    const Writes all = writes(problem(3, 3), {2, 0}, kHostB);
    ASSERT_EQ(all.size(), 3U);
    for (const test::WrittenBd& b : all) {
        EXPECT_THAT(in_words(b.bd), ElementsAre(Pair(16, 1), Pair(256, 384)));
        EXPECT_EQ(b.bd.iteration->size, 3);
        EXPECT_EQ(b.bd.iteration->stride, Bytes{kBlock * 2});
        EXPECT_EQ(b.offset, 2 * 32 * 2);
    }
}

TEST_F(PingPong, ReadsAColumnMajorBByItsLines) {
    GemmDesign column_major = problem(2, 3);
    column_major.b_layout = kernels::Layout::ColumnMajor;
    const test::WrittenBd b = writes(column_major, {2, 0}, kHostB).at(0);
    EXPECT_THAT(in_words(b.bd), ElementsAre(Pair(32, 1), Pair(32, 128), Pair(4, 32)));
    EXPECT_EQ(b.bd.iteration->stride, Bytes{kBlock * 256 * 2});
    EXPECT_EQ(b.offset, 2 * 32 * 256 * 2);
}

TEST_F(PingPong, RunsEachBdAsOftenAsItHasBlocks) {
    std::vector<int> repeats;
    for (const test::Operation& operation : sequence(problem(3, 3)))
        if (const auto* task = std::get_if<test::PushedTask>(&operation);
            task != nullptr && task->tile == TileId{0, 0})
            repeats.push_back(task->task.repeat);
    // A task runs its BD once more than `repeat` says. First half: C of two block rows, then A and
    // B of both, for three blocks each. Second half: C, A and B of the last block row.
    EXPECT_THAT(repeats, ElementsAre(1, 2, 2, 2, 2, 0, 2, 2));
}

TEST_F(PingPong, TakesOneBlockRowAHalfWhereTheStepOfCToTheNextIsTooWide) {
    GemmDesign wide = problem(2, 32);  // 256 rows of 8,192 int16: a step of 2^20 words
    EXPECT_EQ(order(writes(wide, {0, 0})), "C0 A1 B2 A3 B4");
    EXPECT_EQ(choose(wide, npu2).half_rows, 2);
    wide.c_type = kernels::DataType::Int32;
    EXPECT_EQ(order(writes(wide, {0, 0})), "C0 A1 B2 C8 A9 B10");
    EXPECT_EQ(choose(wide, npu2).half_rows, 1);
}

TEST_F(PingPong, TakesAsManyBlockRowsAHalfAsAreAskedFor) {
    GemmDesign design = problem(2, 2);
    EXPECT_EQ(order(writes(design, {0, 0})), "C0 A1 B2 A3 B4");
    design.rows_per_half = 1;
    EXPECT_EQ(order(writes(design, {0, 0})), "C0 A1 B2 C8 A9 B10");
    EXPECT_EQ(choose(design, npu2).half_rows, 1);
}

}  // namespace
}  // namespace xdnasim::gemm
