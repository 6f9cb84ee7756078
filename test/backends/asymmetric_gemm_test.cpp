// GEMMs whose cores hold the A of one slice of C at a time (`gemm.rho`).

#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/gemm/asymmetric_model.hpp"
#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::backends {
namespace {

using arch::Bytes;
using gemm::Extent;
using gemm::GemmDesign;

/// Two output tiles of five steps for each core of a 2 x 2 array.
GemmDesign small_gemm(std::int64_t rho) {
    GemmDesign design;
    design.size = {256, 320, 128};
    design.c_type = arch::DataType::Int16;
    design.tile = Extent{64, 64, 64};
    design.k_mt = std::int64_t{64};
    design.rows = 2;
    design.columns = 2;
    design.rho = rho;
    return design;
}

RunResult run(const GemmDesign& design, const arch::Device& device, bool verify = true) {
    return make_systemc_backend()->run(gemm::map_gemm(design, device), device, {.verify = verify});
}

class AsymmetricGemm : public testing::Test {
 protected:
    const arch::Device device = test::device_named("xdna2-krackan");
};

TEST_F(AsymmetricGemm, ComputesAndMovesWhatTheSymmetricOneDoes) {
    const RunResult symmetric = run(small_gemm(1), device);
    ASSERT_TRUE(symmetric.verification->passed) << symmetric.verification->message;
    int compared = 0;
    for (const std::int64_t rho : {2, 4, 8}) {
        const RunResult result = run(small_gemm(rho), device);
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
        EXPECT_EQ(result.output_hash, symmetric.output_hash) << rho;
        EXPECT_EQ(result.kernel->calls, rho * symmetric.kernel->calls);
        EXPECT_EQ(result.dram->read, symmetric.dram->read);
        EXPECT_EQ(result.dram->written, symmetric.dram->written);
        ++compared;
    }
    EXPECT_EQ(compared, 3);
}

/// Compares the arithmetic intensity of the tiles with the bytes that the simulated ShimTiles move.
TEST_F(AsymmetricGemm, MovesAsManyBytesForItsOperationsAsItsTilesSay) {
    int compared = 0;
    for (const std::int64_t rho : {1, 4}) {
        for (const Extent size : {Extent{256, 320, 128}, Extent{384, 64, 640}}) {
            GemmDesign design = small_gemm(rho);
            design.size = size;
            const RunResult result = run(design, device, false);
            const Bytes moved = result.dram->read + result.dram->written;
            const double operations = 2.0 * static_cast<double>(size.m * size.k * size.n);
            EXPECT_NEAR(gemm::asymmetric::intensity_of(gemm::choose(design, device)),
                        operations / static_cast<double>(moved.count()), 1e-9);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 4);
}

TEST_F(AsymmetricGemm, HoldsASliceOfAInEachBufferOfACore) {
    const schedule::Schedule schedule = gemm::map_gemm(small_gemm(4), device);
    const schedule::TileProgram& core = *schedule.find({0, device.first_core_row()});
    ASSERT_EQ(core.buffers.size(), 5U);
    EXPECT_EQ(core.buffers[0].size, Bytes{16 * 64});
    EXPECT_EQ(core.buffers[2].size, Bytes{64 * 64});
    EXPECT_EQ(core.buffers[4].size, Bytes{2 * 64 * 64});
}

/// With equal cycles of all calls in total, rho adds only further calls and their lock operations.
TEST_F(AsymmetricGemm, CostsACallAndTwoLockOperationsForEachFurtherSlice) {
    GemmDesign symmetric = small_gemm(1);
    symmetric.size = {128, 64 * 400, 128};
    symmetric.kernel.cycles_per_call = arch::Cycles{8000};
    GemmDesign sliced = symmetric;
    sliced.rho = 2;
    sliced.kernel.cycles_per_call = arch::Cycles{4000};
    const auto cycles = [&](const GemmDesign& design) {
        return run(design, device, false).cycles->count();
    };
    const arch::Cycles per_slice = device.timing.core_call + device.timing.core_lock_op * 2;
    EXPECT_NEAR(static_cast<double>(cycles(sliced) - cycles(symmetric)),
                static_cast<double>(400 * per_slice.count()), 4000);
}

/// Two whole tiles of A do not fit into a core's memory beside the others; two slices of A do.
TEST_F(AsymmetricGemm, MakesRoomForATileThatDoesNotFitOtherwise) {
    GemmDesign design = small_gemm(1);
    design.size = {256, 256, 256};
    design.c_type = arch::DataType::Int8;
    design.tile = Extent{128, 128, 128};
    design.k_mt = std::int64_t{128};
    try {
        static_cast<void>(gemm::map_gemm(design, device));
        FAIL() << "taken";
    } catch (const base::InputError& error) {
        EXPECT_NE(std::string{error.what()}.find("it fits with gemm.rho 4"), std::string::npos)
            << error.what();
    }
    design.rho = 4;
    EXPECT_TRUE(run(design, device).verification->passed);
}

TEST_F(AsymmetricGemm, IsRightAndEquallyLongWithAndWithoutDataInRandomDesigns) {
    constexpr int kDesigns = 25;
    std::mt19937_64 random{20};
    const auto pick = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>{low, high}(random);
    };
    double ratios = 0;
    for (int tried = 0; tried < kDesigns; ++tried) {
        const arch::Device on =
            test::device_named(pick(0, 1) == 0 ? "xdna-phoenix" : "xdna2-strix");
        GemmDesign design;
        design.rho = pick(2, 5);
        design.tile = Extent{8 * design.rho * pick(1, 2), 16 * pick(1, 4), 16 * pick(1, 4)};
        design.k_mt = design.tile->k * pick(1, 3);
        design.size = {pick(1, 400), pick(1, 700), pick(1, 400)};
        if (pick(0, 1) == 1) design.a_type = design.b_type = design.c_type = arch::DataType::Bf16;
        if (pick(0, 1) == 1) design.b_layout = kernels::Layout::RowMajor;
        design.c_buffers = static_cast<int>(pick(1, 2));
        design.rows = static_cast<int>(pick(1, 4));
        design.columns = static_cast<int>(pick(1, 4));
        const RunResult verified = run(design, on);
        EXPECT_TRUE(verified.verification->passed) << tried << verified.verification->message;
        EXPECT_EQ(run(design, on, false).cycles, verified.cycles) << tried;
        const auto estimate = make_analytic_backend()->run(gemm::map_gemm(design, on), on, {});
        ratios += estimate.time().count() / verified.time().count();
    }
    EXPECT_NEAR(ratios / kDesigns, 1, 0.1);
}

}  // namespace
}  // namespace xdnasim::backends
