#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::gemm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Fit : public testing::Test {
 protected:
    [[nodiscard]] std::string misfit() const { return misfit(npu2); }
    [[nodiscard]] std::string misfit(const arch::Device& device) const {
        const auto found = find_misfit(tiling, device);
        return found ? found->key + " | " + found->message : "it fits";
    }
    void set_tile(std::int64_t m, std::int64_t k, std::int64_t n, std::int64_t k_mt) {
        tiling.tile = Extent{m, k, n};
        tiling.k_mt = k_mt;
        tiling.size = tiling.padded = {m * 4, k_mt, n * 8};
    }

    const arch::Device npu2 = arch::load_device(arch::find_device("xdna2-krackan"));
    GemmDesign tiling = choose({.size = {4032, 4320, 4608}}, npu2);
};

TEST_F(Fit, AcceptsTheLastTileThatFitsIntoACore) {
    set_tile(96, 144, 96, 144);  // 2*(96*144)*2 + 96*96 = 64,512 bytes, the whole room
    EXPECT_EQ(misfit(), "it fits");
    set_tile(96, 152, 96, 152);
    EXPECT_THAT(misfit(), AllOf(HasSubstr("gemm.tile | "), HasSubstr("67584 bytes, 3072 more than "
                                                                     "the 64512")));
}

TEST_F(Fit, CountsTheSecondCBufferAndTheStack) {
    set_tile(96, 128, 96, 128);
    EXPECT_EQ(misfit(), "it fits");
    tiling.c_buffers = 2;
    EXPECT_THAT(misfit(), HasSubstr("2 C tiles are 67584 bytes"));
    tiling.c_buffers = 1;
    tiling.stack = arch::Bytes{8192};
    EXPECT_THAT(misfit(), HasSubstr("the 57344 that 8192 of stack leave of 65536"));
}

TEST_F(Fit, WantsMultiplesOfTheMatrixInstruction) {
    set_tile(96, 76, 96, 76);
    EXPECT_THAT(misfit(), AllOf(HasSubstr("gemm.tile | "), HasSubstr("96x76x96"),
                                HasSubstr("multiple of 8x8x8")));
}

TEST_F(Fit, WantsSlicesOfWholeRowsOfTheMatrixInstruction) {
    set_tile(96, 72, 96, 72);
    for (const int rho : {1, 2, 3, 4, 6, 12}) {
        tiling.rho = rho;
        EXPECT_EQ(misfit(), "it fits") << rho;
    }
    tiling.rho = 8;
    EXPECT_THAT(misfit(), AllOf(HasSubstr("gemm.rho | gemm.rho 8 does not divide tile.m, 96"),
                                HasSubstr("allowed: 1, 2, 3, 4, 6, 12")));
}

TEST_F(Fit, CountsTheSlicesOfAInACore) {
    set_tile(128, 128, 128, 128);  // bytes: 2*(128/rho*128) + 2*(128*128) + 128*128
    tiling.rho = 2;
    EXPECT_THAT(misfit(), HasSubstr("with gemm.rho 2 does not fit into a core: 2 A + 2 B + 1 C "
                                    "tiles are 65536 bytes, 1024 more than the 64512"));
    EXPECT_EQ(with_rho_that_fits(tiling, npu2)->rho, 4);
}

TEST_F(Fit, WantsADepthOfWholeCalls) {
    set_tile(96, 72, 96, 100);
    EXPECT_THAT(misfit(), AllOf(HasSubstr("gemm.k_mt | "), HasSubstr("tile.k, which is 72")));
}

TEST_F(Fit, SaysWhichBufferAMemTileHasNoRoomForAndByHowMuch) {
    set_tile(144, 72, 144, 4320);
    EXPECT_THAT(misfit(), AllOf(HasSubstr("gemm.k_mt | "), HasSubstr("B0_0 of mem tile (0,1)"),
                                HasSubstr("622080 bytes, 180736 more")));
}

TEST_F(Fit, WantsWrapsThatTheirRegistersHold) {
    set_tile(8, 8, 1032, 8);
    tiling.b_layout = kernels::Layout::RowMajor;
    EXPECT_EQ(misfit(), "it fits");
    tiling.b_layout = kernels::Layout::ColumnMajor;
    EXPECT_THAT(misfit(), AllOf(HasSubstr("gemm.tile | B out of host memory"),
                                HasSubstr("1032 steps, 9 more than the 1023")));
}

TEST_F(Fit, WantsStepsThatTheirRegistersHold) {
    set_tile(96, 72, 96, 72);
    tiling.padded.k = 72LL * 60'000;  // a step of 4,320,000 bytes between lines: above 2^20 words
    EXPECT_THAT(misfit(), AllOf(HasSubstr("gemm.size | A out of host memory"),
                                HasSubstr("1080000 words, 31424 more than the 1048576"),
                                // 2^20 words are 2^22 bytes, which hold 58,254 x 72 elements.
                                HasSubstr("allowed: a size.k of at most 4194288 with this tile")));
}

TEST_F(Fit, SaysWhatMakesAStepNarrowEnoughThatNoSizeDoes) {
    set_tile(96, 72, 96, 288);
    arch::Device narrow = npu2;
    const auto with_bits = [&](int bits) {
        narrow.shim_tile.dma.bd.step_bits = bits;
        return misfit(narrow);
    };
    // A line of k_mt = 288 bytes is 72 words. A line of k = 72 bytes is 18 words, which a step of
    // up to 2^5 words can cross and one of up to 2^4 words cannot.
    EXPECT_THAT(with_bits(5), HasSubstr("A out of host memory: a step of its BD is 72 words, 40 "
                                        "more than the 32 that the 5 bits of a step register in a "
                                        "shim hold; allowed: a k_mt and a size.k of at most 72"));
    EXPECT_THAT(with_bits(4), HasSubstr("; allowed: a smaller tile.k, or a device with more bits "
                                        "(shim_tile.dma.bd.step_bits)"));
    tiling.k_mt = tiling.size.k = tiling.padded.k = 72;
    EXPECT_THAT(with_bits(5), AllOf(HasSubstr("C into host memory"),
                                    HasSubstr("; allowed: a smaller tile.n, fewer columns, or a "
                                              "device with more bits")));
}

TEST_F(Fit, WantsNoMoreBlocksAlongNInPingPongThanABdCounts) {
    set_tile(96, 72, 96, 72);
    tiling.bd_reconfiguration = BdReconfiguration::PingPong;
    tiling.padded.n = 64LL * 96 * 8;
    EXPECT_EQ(misfit(), "it fits");
    tiling.padded.n += 96 * 8;
    EXPECT_THAT(misfit(),
                AllOf(HasSubstr("gemm.bd_reconfiguration | "),
                      HasSubstr("65 blocks, 1 more than the 64"), HasSubstr("at most 49152")));
}

TEST_F(Fit, WantsAStepThatPingPongCanTakeFromBlockToBlock) {
    set_tile(96, 72, 96, 72);
    tiling.bd_reconfiguration = BdReconfiguration::PingPong;
    tiling.padded.k = 76 * 72;
    tiling.padded.n = 2 * 96 * 8;
    // The next block of B is 768 lines of 5,472 bytes away: 1,050,624 words.
    EXPECT_THAT(misfit(), AllOf(HasSubstr("gemm.tile | B out of host memory"),
                                HasSubstr("1050624 words, 2048 more than the 1048576")));
    tiling.padded.n = 96 * 8;
    EXPECT_EQ(misfit(), "it fits") << "one block takes no step";
    tiling.padded.n = 2 * 96 * 8;
    tiling.b_layout = kernels::Layout::RowMajor;
    EXPECT_EQ(misfit(), "it fits") << "a row-major B steps along its lines";
}

TEST_F(Fit, FindsTheLargestDepthThatFits) {
    set_tile(144, 72, 144, 4320);
    const auto fitting = with_k_mt_that_fits(tiling, npu2);
    ASSERT_TRUE(fitting.has_value());
    EXPECT_FALSE(find_misfit(*fitting, npu2).has_value());
    GemmDesign next = *fitting;
    next.k_mt = next.k_mt + 72;
    EXPECT_TRUE(find_misfit(next, npu2).has_value());
}

TEST_F(Fit, FindsTheNearestTile) {
    set_tile(144, 80, 144, 480);
    const auto fitting = with_nearest_tile_that_fits(tiling, npu2);
    ASSERT_TRUE(fitting.has_value());
    // 2*136*80 + 2*80*144 + 136*144 = 64,384 bytes of 64,512. A tile with a k of 72 fits, too, but
    // is further away.
    EXPECT_EQ(fitting->tile->m, 136);
    EXPECT_EQ(fitting->tile->k, 80);
    EXPECT_EQ(fitting->tile->n, 144);
}

TEST_F(Fit, RoundsATileToTheMatrixInstruction) {
    set_tile(100, 70, 100, 70);
    const auto fitting = with_nearest_tile_that_fits(tiling, npu2);
    ASSERT_TRUE(fitting.has_value());
    EXPECT_EQ(fitting->tile->k, 72);
    EXPECT_FALSE(find_misfit(*fitting, npu2).has_value());
}

TEST_F(Fit, AnswersForAbsurdTilesAtOnce) {
    set_tile(1 << 20, 1 << 20, 1 << 20, 1 << 20);
    tiling.size = {1, 1, 1};
    const auto fitting = with_nearest_tile_that_fits(tiling, npu2);
    ASSERT_TRUE(fitting.has_value());
    EXPECT_FALSE(find_misfit(*fitting, npu2).has_value());
}

TEST_F(Fit, FindsNothingWhereNothingFits) {
    tiling.stack = arch::Bytes{65536};
    EXPECT_FALSE(with_nearest_tile_that_fits(tiling, npu2).has_value());
}

}  // namespace
}  // namespace xdnasim::gemm
