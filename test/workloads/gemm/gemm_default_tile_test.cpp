#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::gemm {
namespace {

using Numbers = std::vector<std::int64_t>;

class DefaultTile : public testing::Test {
 protected:
    [[nodiscard]] GemmDesign chosen() const { return choose(problem, npu2); }
    [[nodiscard]] static Numbers numbers(const GemmDesign& design) {
        return {design.tile->m, design.tile->k, design.tile->n};
    }

    const arch::Device npu2 = xdnasim::test::device_named("xdna2-krackan");
    GemmDesign problem{.size = {4032, 4320, 4608}};
};

TEST_F(DefaultTile, HasAKThatDividesTheDepthAskedFor) {
    problem.k_mt = 200;
    EXPECT_EQ(chosen().tile->k, 40);
}

/// The depths 88 = 11 x 8, 104 = 13 x 8 and 232 = 29 x 8 have no divisor that is a multiple of 8
/// other than 8 and themselves. Calls with a k of 8 would spend most of their time on overhead.
TEST_F(DefaultTile, HasAKAboveTheDefaultWhereTheDepthHasNoneNearBelowIt) {
    problem.size = {1000, 1000, 1000};
    const auto tile_of = [&](std::int64_t k_mt) {
        problem.k_mt = k_mt;
        const GemmDesign tiling = chosen();
        EXPECT_EQ(tiling.k_mt, k_mt);
        return numbers(tiling);
    };
    EXPECT_EQ(tile_of(88), (Numbers{128, 88, 128}));
    // 128 x 104 x 128 does not fit, and with m = 112 the 4 rows of cores would pad 1000 to 1344.
    EXPECT_EQ(tile_of(104), (Numbers{96, 104, 128}));
    EXPECT_EQ(tile_of(232), (Numbers{64, 232, 64}));
    EXPECT_EQ(tile_of(344)[1], 8) << "43 x 8 would leave 32 x 48 of a tile";
    EXPECT_EQ(tile_of(96), (Numbers{128, 48, 128})) << "more than half of the default of 72";
}

TEST_F(DefaultTile, HasAKThatDividesTheDepthOfBAskedFor) {
    problem.k_mt_b = 96;
    const GemmDesign alone = chosen();
    EXPECT_EQ(alone.tile->k, 48);
    EXPECT_EQ(alone.k_mt % 48, 0);
    EXPECT_EQ(alone.padded.k % 96, 0);
    problem.k_mt = 240;
    EXPECT_EQ(chosen().tile->k, 48);
    problem.k_mt = 200;
    EXPECT_EQ(chosen().tile->k, 8) << "of 96 and 200";
    problem.size = {1000, 1000, 1000};
    problem.k_mt = Open<std::int64_t>{};
    problem.k_mt_b = 88;
    EXPECT_EQ(chosen().tile->k, 88) << "calls 8 deep would take most of the time";
}

TEST_F(DefaultTile, HasAKAboveTheDefaultWithTheSlicesAskedFor) {
    problem.size = {1000, 1000, 1000};
    problem.k_mt = 104;
    problem.t_ma = 32;
    // 2 x 32 x 104 bytes of A, 2 x 104 x 128 of B and 128 x 128 of C fit: 49,664 bytes.
    EXPECT_EQ(numbers(chosen()), (Numbers{128, 104, 128}));
}

/// On 4 x 8 cores, each core has 128 x 128 outputs, which tiles of 120 x 120 would pad to 240 x
/// 240.
TEST_F(DefaultTile, PadsNoMoreWhereASecondBufferOfCMakesItSmaller) {
    problem.size = {512, 1024, 1024};
    EXPECT_EQ(numbers(chosen()), (Numbers{128, 72, 128}));
    problem.c_buffers = 2;
    const GemmDesign design = chosen();
    EXPECT_EQ(design.padded.m, 512);
    EXPECT_EQ(design.padded.n, 1024);
    EXPECT_GT(design.useful_share(), 0.8);
}

TEST_F(DefaultTile, IsOfWholeSlices) {
    int tiles = 0;
    for (const std::int64_t rows : {8, 24, 40, 96, 144}) {
        problem.t_ma = rows;
        for (const int c_buffers : {1, 2}) {
            problem.c_buffers = c_buffers;
            const GemmDesign design = choose(problem, npu2);
            EXPECT_EQ(design.tile->m, design.rho * rows) << rows;
            ++tiles;
        }
    }
    EXPECT_EQ(tiles, 10);
}

}  // namespace
}  // namespace xdnasim::gemm
