// Dimensions of transfers that a runtime sequence gives to shims: how much they move, and those
// that are too long for a register.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// scale_2026.mlir whose first task moves `elements` with `dimensions`.
std::string first_task(const std::string& elements, const std::string& dimensions) {
    return with(text_of("scale_2026.mlir"),
                "0, 2048, [<size = 1, stride = 0>, <size = 1, stride = 0>, <size = 1, stride = 0>, "
                "<size = 2048, stride = 1>]",
                "0, " + elements + ", [" + dimensions + "]");
}

/// scale_2026.mlir with a dma_memcpy_nd in place of its first task.
std::string first_transfer(const std::string& sizes, const std::string& strides) {
    const std::string text = text_of("scale_2026.mlir");
    const std::size_t begin = text.find("      %t0 = ");
    const std::size_t end = text.find("      %t1 = ");
    return with(text.substr(0, begin) + "      aiex.npu.dma_memcpy_nd(%arg0[0, 0, 0, 0][" + sizes +
                    "][" + strides + "]) {id = 1 : i64, metadata = @in} : memref<2048xi32>\n" +
                    text.substr(end),
                "      aiex.dma_free_task(%t0)\n", "");
}

/// Sizes and strides of the first BD that the sequence writes, innermost first and in words.
std::vector<std::pair<std::int64_t, std::int64_t>> dimensions_of(const std::string& text) {
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    const Design design = read(text);
    const auto& write = std::get<schedule::WriteBd>(design.schedule.sequence.at(0).op);
    for (const schedule::Dimension& dimension : write.bd.dimensions)
        found.emplace_back(dimension.size, dimension.stride.count() / 4);
    return found;
}

const std::string kFourRounds =
    "<size = 4, stride = 512>, <size = 2, stride = 256>, <size = 2, stride = 128>, "
    "<size = 128, stride = 1>";

/// Bytes by which the first BD that the sequence writes begins behind its buffer.
std::int64_t offset_of(const std::string& text) {
    const Design design = read(text);
    const auto& write = std::get<schedule::WriteBd>(design.schedule.sequence.at(0).op);
    return write.offset.base;
}

TEST(TransferDimensions, CountAnOffsetInRowsOfTheArgumentWhereStridesAreThree) {
    const auto moved = [](const std::string& offsets, const std::string& strides) {
        return with(
            with(first_transfer("1, 1, 1, 64", strides), "[0, 0, 0, 0][1,", "[" + offsets + "][1,"),
            "%arg0: memref<2048xi32>", "%arg0: memref<4x16x32xi32>");
    };
    // 16 rows of 32 elements and 3 more: 515 elements of 4 bytes.
    EXPECT_EQ(offset_of(moved("0, 0, 16, 3", "0, 0, 0")), 2060);
    // A plane has 512 elements. An argument of three dimensions has nothing beyond planes.
    EXPECT_EQ(offset_of(moved("7, 1, 0, 0", "0, 0, 0")), 2048);
    // With four strides, each offset counts in steps of its stride.
    EXPECT_EQ(offset_of(moved("0, 0, 16, 3", "0, 0, 8, 1")), 4 * (16 * 8 + 3));
    EXPECT_EQ(offset_of(moved("0, 0, 16, 0", "0, 0, 0, 1")), 0);
}

TEST(TransferDimensions, OfATaskSayWhatARoundMoves) {
    EXPECT_THAT(refusal(first_task("2048", kFourRounds)),
                AllOf(HasSubstr("design.mlir:76:9"),
                      HasSubstr("the BD moves 2048 elements, but its three innermost dimensions "
                                "have 512; allowed: a length of 512 (the outermost dimension is "
                                "repeated by repeat_count)")));
    // A round of 512 elements, four times.
    const std::string rounds = with(first_task("512", kFourRounds), "        aie.end\n      }\n",
                                    "        aie.end\n      } {repeat_count = 3 : i32}\n");
    EXPECT_GT(cycles_of(rounds), 2048);
}

TEST(TransferDimensions, OfATaskAreHeldAgainstTheWholeArgumentWhereItNamesNoLength) {
    const std::string dimensions = "sizes = [1, 1, 1, 2048] strides = [0, 0, 0, 1]";
    const std::string whole =
        with(text_of("scale_2026.mlir"), "len = 2048 " + dimensions, dimensions);
    EXPECT_EQ(cycles_of(whole), cycles_of(text_of("scale_2026.mlir")));
    EXPECT_THAT(refusal(with(whole, dimensions, "sizes = [2, 512] strides = [512, 1]")),
                HasSubstr("moves 2048 elements, but its dimensions have 1024"));
    EXPECT_THAT(refusal(first_task("127", "<size = 128, stride = 1>")),
                testing::EndsWith("the BD moves 127 elements, but its dimensions have 128; "
                                  "allowed: a length of 128"));
}

TEST(TransferDimensions, ThatAreTooLongBecomeTwoWhereOneIsFree) {
    const std::string by_hand = first_task(
        "2048", "<size = 2, stride = 4096>, <size = 2, stride = 512>, <size = 512, stride = 1>");
    const auto expected = ElementsAre(Pair(512, 1), Pair(2, 512), Pair(2, 4096));
    EXPECT_THAT(dimensions_of(by_hand), expected);
    const std::string task =
        first_task("2048", "<size = 2, stride = 4096>, <size = 1024, stride = 1>");
    const std::string transfer = first_transfer("1, 2, 1, 1024", "0, 4096, 0, 1");
    for (const std::string& text : {task, transfer}) {
        EXPECT_THAT(dimensions_of(text), expected);
        EXPECT_EQ(cycles_of(text), cycles_of(by_hand));
    }
}

TEST(TransferDimensions, HaveASizeOfOneAtTheLeast) {
    for (const char* sizes : {"0, 1, 1, 2048", "1, 0, 1, 2048", "1, 1, 0, 2048", "1, 1, 1, 0"})
        EXPECT_THAT(refusal(first_transfer(sizes, "0, 0, 0, 1")),
                    HasSubstr("'sizes' of aiex.npu.dma_memcpy_nd holds 0; allowed: 1 to "));
}

}  // namespace
}  // namespace xdnasim::design
