// Dimensions of transfers that a runtime sequence gives to shims: how much they move.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// scale_2026.mlir whose first task moves `elements` with `dimensions`.
std::string first_task(const std::string& elements, const std::string& dimensions) {
    return with(text_of("scale_2026.mlir"),
                "0, 2048, [<size = 1, stride = 0>, <size = 1, stride = 0>, <size = 1, stride = 0>, "
                "<size = 2048, stride = 1>]",
                "0, " + elements + ", [" + dimensions + "]");
}

const std::string kFourRounds =
    "<size = 4, stride = 512>, <size = 2, stride = 256>, <size = 2, stride = 128>, "
    "<size = 128, stride = 1>";

TEST(TransferDimensions, OfATaskSayWhatARoundMoves) {
    EXPECT_THAT(refusal(first_task("2048", kFourRounds)),
                AllOf(HasSubstr("design.mlir:76:9"),
                      HasSubstr("moves 2048 elements, and whose three innermost dimensions have "
                                "512; allowed: ")));
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
                HasSubstr("moves 2048 elements, and whose three innermost dimensions have 1024"));
}

}  // namespace
}  // namespace xdnasim::design
