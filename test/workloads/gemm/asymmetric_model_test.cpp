// The closed forms of asymmetric tile buffering, against numbers worked by hand.

#include "workloads/gemm/asymmetric_model.hpp"

#include <array>

#include <gtest/gtest.h>

namespace xdnasim::gemm::asymmetric {
namespace {

constexpr Tile kTile{128, 64, 128, 4};
constexpr ElementBytes kMixed{2, 1.125, 2};

TEST(AsymmetricModel, CountsOperationsForAByteOfAnArray) {
    // 2 / (2/1024 + 1.125/512 + 2/4096)
    EXPECT_NEAR(intensity(kTile, kMixed, 4096, 4, 8), 431.2, 0.05);
    EXPECT_NEAR(intensity(kTile, kMixed, 4096), 2 / (2 / 128.0 + 1.125 / 128 + 2 / 4096.0), 1e-9);
}

TEST(AsymmetricModel, BoundsAnArrayByMemoryOrByItsCores) {
    const double peak = 32 * 512 * 2 * 1.8e9;
    EXPECT_NEAR(roof(intensity(kTile, kMixed, 4096, 4, 8), 50e9, peak) / 1e12, 21.6, 0.05);
    EXPECT_EQ(roof(5000, 50e9, peak), peak);
}

TEST(AsymmetricModel, BoundsACoreByItsStreams) {
    EXPECT_EQ(stream_bound(kTile, kMixed, 8), 512);
    EXPECT_EQ(stream_bound({128, 64, 64, 4}, kMixed, 8), 256);
    EXPECT_NEAR(stream_bound({32, 64, 128, 1}, kMixed, 8), 227.6, 0.05);  // B
}

TEST(AsymmetricModel, WaitsForTheFirstLoadsByTheirLatencies) {
    const std::array kinds{Loads{3, 2}, Loads{3, 1}, Loads{3, 1}};
    EXPECT_EQ(prologue(kinds, 2), 4);
    // The kind of the longest latency first.
    const std::array mixed{Loads{2, 6}, Loads{8, 1}};
    EXPECT_EQ(prologue(mixed, 2), 8);
}

TEST(AsymmetricModel, IssuesAProductACycleWithFourChains) {
    EXPECT_EQ(initiation_interval({}), 1);
    EXPECT_EQ(initiation_interval({.chains = 1, .loads_of_a_step = 2}), 3);
    EXPECT_EQ(initiation_interval({.chains = 4, .loads_of_a_step = 16}), 2);
}

TEST(AsymmetricModel, PutsBlocksBehindEachOtherOrOverlapsThem) {
    const Block block;  // 12 cycles of steady state at depth 4, 11 from the last product on
    EXPECT_EQ(steady(block, 4), 12);
    EXPECT_EQ(epilogue(block), 6 + 1 + 2 - 1 + 4 - 1);
    EXPECT_EQ(one_by_one(block, 4, 4, 10), 270);
    EXPECT_EQ(overlapped(block, 4, 4, 10), 4 + 160 + 11);
    EXPECT_NEAR(micro_efficiency(block, 4, 4), 16 / 27.0, 1e-12);
}

TEST(AsymmetricModel, LosesTheSameForTheSameWorkOfACall) {
    // 2,048 cycles of products a step, and four calls that lose 100 each.
    EXPECT_EQ(output_tile_cycles(kTile, 4096, 512, 1, 100), 64 * (2048 + 400));
    EXPECT_NEAR(core_efficiency(kTile, 512, 1, 100), 2048.0 / 2448, 1e-12);
    EXPECT_NEAR(core_efficiency({128, 64, 32, 1}, 512, 1, 100), core_efficiency(kTile, 512, 1, 100),
                1e-12);
}

TEST(AsymmetricModel, TakesTileAndBytesOfADesign) {
    GemmDesign design;
    design.a_type = design.c_type = kernels::DataType::Bf16;
    design.b_type = kernels::DataType::Bfp16ebs8;
    design.tile = Extent{128, 64, 128};
    design.rho = 4;
    EXPECT_NEAR(intensity(tile_of(design), bytes_of(design), 4096, 4, 8), 431.2, 0.05);
}

}  // namespace
}  // namespace xdnasim::gemm::asymmetric
