// The closed forms of asymmetric tile buffering, compared with numbers worked out by hand.

#include "workloads/gemm/asymmetric_model.hpp"

#include <array>

#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "test/workloads/gemm/asymmetric_core_model.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::gemm::asymmetric {
namespace {

constexpr Tile kTile{128, 128};
constexpr CoreTile kCoreTile{128, 64, 128, 4};
constexpr ElementBytes kMixed{2, 1.125, 2};

TEST(AsymmetricModel, CountsOperationsForAByteOfAnArray) {
    // Operations per byte on 4 x 8 cores with K = 4,096: 2 / (2/1024 + 1.125/512 + 2/4096) = 431.2
    EXPECT_NEAR(intensity(kTile, kMixed, 4096, 4, 8), 431.2, 0.05);
    EXPECT_NEAR(intensity(kTile, kMixed, 4096), 2 / (2 / 128.0 + 1.125 / 128 + 2 / 4096.0), 1e-9);
}

TEST(AsymmetricModel, BoundsAnArrayByMemoryOrByItsCores) {
    const double peak = 32 * 512 * 2 * 1.8e9 / 1e12;
    const arch::GigabytesPerSecond memory{50};
    EXPECT_NEAR(roof(intensity(kTile, kMixed, 4096, 4, 8), memory, peak), 21.6, 0.05);
    EXPECT_EQ(roof(5000, memory, peak), peak);
}

TEST(AsymmetricModel, BoundsACoreByItsStreams) {
    EXPECT_EQ(stream_bound(kTile, kMixed, 8), 512);
    EXPECT_EQ(stream_bound({128, 64}, kMixed, 8), 256);
    EXPECT_NEAR(stream_bound({32, 128}, kMixed, 8), 227.6, 0.05);  // limited by B
}

TEST(AsymmetricModel, WaitsForTheFirstLoadsByTheirLatencies) {
    const std::array kinds{Loads{3, 2}, Loads{3, 1}, Loads{3, 1}};
    EXPECT_EQ(prologue(kinds, 2), 4);
    // The loads with the longest latency are issued first.
    const std::array mixed{Loads{2, 6}, Loads{8, 1}};
    EXPECT_EQ(prologue(mixed, 2), 8);
}

TEST(AsymmetricModel, IssuesAProductACycleWithFourChains) {
    EXPECT_EQ(initiation_interval({}), 1);
    EXPECT_EQ(initiation_interval({.chains = 1, .loads_of_a_step = 2}), 3);
    EXPECT_EQ(initiation_interval({.chains = 4, .loads_of_a_step = 16}), 2);
}

TEST(AsymmetricModel, PutsBlocksBehindEachOtherOrOverlapsThem) {
    const Block block;  // at depth 4: 12 cycles of steady state, epilogue of 11
    EXPECT_EQ(steady(block, 4), 12);
    EXPECT_EQ(epilogue(block), 6 + 1 + 2 - 1 + 4 - 1);
    EXPECT_EQ(one_by_one(block, 4, 4, 10), 270);
    EXPECT_EQ(overlapped(block, 4, 4, 10), 4 + 160 + 11);
    EXPECT_NEAR(micro_efficiency(block, 4, 4), 16 / 27.0, 1e-12);
}

TEST(AsymmetricModel, LosesTheSameForTheSameWorkOfACall) {
    // Each of the 4,096 / 64 = 64 steps along K takes 128 x 64 x 128 / 512 = 2,048 cycles of
    // products and four calls (rho), which lose 100 cycles each.
    EXPECT_EQ(output_tile_cycles(kCoreTile, 4096, 512, 1, 100), 64 * (2048 + 400));
    EXPECT_NEAR(core_efficiency(kCoreTile, 512, 1, 100), 2048.0 / 2448, 1e-12);
    EXPECT_NEAR(core_efficiency({128, 64, 32, 1}, 512, 1, 100),
                core_efficiency(kCoreTile, 512, 1, 100), 1e-12);
}

TEST(AsymmetricModel, TakesTileAndBytesOfADesign) {
    GemmDesign design;
    design.a_type = design.c_type = kernels::DataType::Bf16;
    design.b_type = kernels::DataType::Bfp16ebs8;
    design.tile = Extent{128, 64, 128};
    design.rho = 4;
    EXPECT_NEAR(intensity(tile_of(design), bytes_of(design), 4096, 4, 8), 431.2, 0.05);
    design.rows = 4;
    design.columns = 8;
    design.padded = {4096, 4096, 2048};
    EXPECT_NEAR(intensity_of(design), 431.2, 0.05);
}

/// The forms leave out the call, the conversion of A and dependences between blocks, so that no
/// kernel can be faster.
TEST(AsymmetricModel, IsABoundOfTheKernelsThatAreLaidOutByHand) {
    const arch::Device device = test::device_named("xdna2-strix");
    const std::array kinds{Loads{3, 2}, Loads{3, 1}, Loads{3, 1}};
    int compared = 0;
    for (const int depth : {1, 2, 4, 8, 16}) {
        kernels::Matmul work{};
        work.a = work.c = kernels::DataType::Bf16;
        work.b = kernels::DataType::Bfp16ebs8;
        work.r = work.s = work.t = 8;
        work.m = 32;
        work.k = 8 * depth;
        work.n = 128;
        const auto call = vliw::schedule_call(kernels::program_of({"", work, std::nullopt}, device),
                                              device.core.slots);
        const double blocks = 32.0 * 128 / 256;
        const auto cycles = static_cast<double>(call.rounds().count());
        EXPECT_GE(cycles, overlapped({}, prologue(kinds, 2), depth, blocks)) << depth;
        // The kernel takes up to 16 cycles per block longer than blocks without overlap, at any
        // depth.
        EXPECT_LE(cycles, one_by_one({}, prologue(kinds, 2), depth, blocks) + 16 * blocks) << depth;
        ++compared;
    }
    EXPECT_EQ(compared, 5);
}

}  // namespace
}  // namespace xdnasim::gemm::asymmetric
