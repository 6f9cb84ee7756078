#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/mapping_error.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::gemm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Refusals of designs that do not fit, and the designs that they name as remedies.
class Remedies : public testing::Test {
 protected:
    [[nodiscard]] std::string refusal() const {
        return mapping_error_if_any([&] { return choose(problem, npu2); });
    }

    const arch::Device npu2 = xdnasim::test::device_named("xdna2-krackan");
    GemmDesign problem{.size = {4032, 4320, 4608}};
};

TEST_F(Remedies, NameATileThatPadsASizeLessWhereItsStepIsTooWide) {
    problem.size = {64, 64, 1 << 20};
    problem.c_type = kernels::DataType::Int32;
    problem.tile = Extent{8, 8, 96};  // the array's 8 x 96 = 768 columns do not divide 2^20
    EXPECT_THAT(
        refusal(),
        AllOf(HasSubstr("gemm.size | C into host memory: a step of its BD is 1049088 words"),
              HasSubstr("allowed: a size.n of at most 1048320 with this tile and array; the "
                        "nearest tile that fits: 8x8x64 with k_mt ")));
    // With three columns of cores, no tile divides 2^20.
    problem.columns = 3;
    EXPECT_THAT(refusal(), AllOf(HasSubstr("allowed: a size.n of at most 1048320 with this tile"),
                                 testing::Not(HasSubstr("nearest tile"))));
}

TEST_F(Remedies, NameDepthsOfWholeInstructionsWhereTheTileIsOpen) {
    problem.k_mt = 100;
    EXPECT_EQ(refusal(),
              "gemm.k_mt | gemm.k_mt 100 is not a multiple of 8, the s of the matrix instruction "
              "for these types; allowed: multiples of it, such as 96 or 104");
    for (const std::int64_t named : {96, 104}) {
        problem.k_mt = named;
        EXPECT_EQ(refusal(), "") << named;
    }
    problem.k_mt = 7;
    EXPECT_THAT(refusal(), testing::EndsWith("such as 8"));
}

/// A core runs at most 64 slices, since a step of its program has up to 64 calls.
TEST_F(Remedies, NameNoMoreSlicesThanACoreRuns) {
    problem.size = {4032, 256, 64};
    problem.tile = Extent{1008, 256, 8};
    problem.k_mt = 256;
    problem.stack = arch::Bytes{49280};
    EXPECT_THAT(refusal(), AllOf(HasSubstr("gemm.tile 1008x256x8 does not fit into a core"),
                                 testing::Not(HasSubstr("gemm.rho"))));
    problem.t_ma = 8;
    EXPECT_EQ(refusal(),
              "gemm.t_ma | gemm.t_ma: 8 rows make 126 slices of tile.m, 1008; allowed: up to 64 "
              "slices");
}

/// 2 x 48 x 96 bytes of A, 2 x 96 x 144 of B and 192 x 144 of C take all 64,512 bytes that the
/// stack leaves.
TEST_F(Remedies, NameRowsOfASliceWhereThoseAreGiven) {
    problem.tile = Extent{192, 96, 144};
    problem.t_ma = 192;
    EXPECT_THAT(refusal(), AllOf(HasSubstr("; it fits with gemm.t_ma 48"),
                                 HasSubstr("; the nearest tile that fits: 192x")));
}

TEST_F(Remedies, NameTheDepthOfWholeCallsThatIsNearest) {
    problem.tile = Extent{144, 72, 144};
    const auto nearest_to = [&](std::int64_t k_mt) {
        problem.k_mt = k_mt;
        return refusal();
    };
    constexpr const char* kRefused = "is not a multiple of tile.k, which is 72; the nearest that";
    EXPECT_THAT(nearest_to(40), AllOf(HasSubstr(kRefused), testing::EndsWith("fits: 72")));
    EXPECT_THAT(nearest_to(100), testing::EndsWith("fits: 72"));
    EXPECT_THAT(nearest_to(140), testing::EndsWith("fits: 144"));
}

/// The smallest tile takes two buffers of 8 x 8 bytes for A, two for B and one for C: 320 bytes.
/// Stacks end at multiples of 64 bytes.
TEST_F(Remedies, NameTheLargestStackThatLeavesRoomForATile) {
    problem.stack = arch::Bytes{65472};
    EXPECT_EQ(refusal(),
              "gemm.stack_bytes | gemm.stack_bytes 65472 leaves 64 of a core's 65536 bytes; the "
              "smallest tile, 8x8x8, takes 320; allowed: up to 65216");
    problem.stack = arch::Bytes{65216};
    EXPECT_EQ(refusal(), "");
    // The refusal names the stack even if a tile is given, since no other tile would fit either.
    problem.tile = Extent{16, 16, 16};
    problem.stack = arch::Bytes{65536};
    EXPECT_THAT(refusal(), HasSubstr("gemm.stack_bytes | "));
}

/// An array of one core takes 8 operations of the runtime sequence for a block: 3 BDs, 3 tasks, a
/// token and a round of the loop.
TEST_F(Remedies, NameATileThatMakesFewEnoughBlocks) {
    problem.rows = problem.columns = 1;
    problem.tile = Extent{16, 16, 16};
    problem.size = {16 * 706, 16, 16 * 708};  // 499,848 blocks
    EXPECT_EQ(refusal(), "");
    problem.size = {16 * 708, 16, 16 * 708};
    EXPECT_EQ(
        refusal(),
        "gemm.tile | C falls into 501264 output blocks of 16x16 on this array; allowed: up to "
        "499999, the most for which the simulator takes commands; a tile that fits: 32x16x16");
    problem.tile = Extent{32, 16, 16};
    EXPECT_EQ(refusal(), "");
    problem.size = {16384, 16, 16384};
    problem.tile = Extent{16, 16, 16};
    EXPECT_THAT(refusal(), HasSubstr("1048576 output blocks"));
}

TEST_F(Remedies, NameTheSizeWhereNobodyAskedForATile) {
    problem.rows = problem.columns = 1;
    problem.size = {1 << 20, 64, 1 << 20};
    EXPECT_THAT(refusal(), AllOf(HasSubstr("gemm.size | C falls into "),
                                 HasSubstr("; allowed: up to 499999, the most")));
}

}  // namespace
}  // namespace xdnasim::gemm
