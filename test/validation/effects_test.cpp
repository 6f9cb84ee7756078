// Effects of changes to a design for which publications give a direction but no size.

#include <algorithm>

#include <gtest/gtest.h>

#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"

namespace xdnasim::validation {
namespace {

using kernels::DataType;

/// A published whole-array GEMM of taka_2025_arrays.csv and its device, which a test may change.
struct Design {
    Design(const std::string& name, DataType input, DataType output) {
        for (const MeasuredArray& array : measured_arrays())
            if (array.measured.device == name && array.problem.a_type == input &&
                array.problem.c_type == output) {
                problem = array.problem;
                device = Devices{}.at(name, array.clock_ghz);
            }
    }
    [[nodiscard]] double tops() const { return run(problem, device).tops.value(); }

    gemm::GemmDesign problem;
    arch::Device device;
};

Design xdna_bf16() {
    return Design{"xdna-phoenix", DataType::Bf16, DataType::Bf16};
}

TEST(Effects, ADeeperTileInTheMemTileRaisesThroughputAndThenSaturates) {
    Design design = xdna_bf16();
    std::vector<double> tops;
    for (const int depth : {56, 112, 224, 448}) {
        design.problem.k_mt = depth;
        tops.push_back(design.tops());
    }
    EXPECT_GT(tops[1], 1.15 * tops[0]);
    EXPECT_GT(tops[2], tops[1]);
    EXPECT_NEAR(tops[3] / tops[2], 1, 0.05);
}

double row_major_share(Design design) {
    design.problem.b_layout = kernels::Layout::ColumnMajor;
    const double column_major = design.tops();
    design.problem.b_layout = kernels::Layout::RowMajor;
    return design.tops() / column_major;
}

TEST(Effects, ARowMajorBIsSlowerMoreSoOnXdna2) {
    const double xdna = row_major_share({"xdna-phoenix", DataType::Int8, DataType::Int32});
    const double xdna2 = row_major_share({"xdna2-krackan", DataType::Int8, DataType::Int32});
    EXPECT_LT(xdna, 1);
    EXPECT_LT(xdna2, xdna);
}

TEST(Effects, ASecondBufferOfCCostsMoreThroughSmallerTilesThanItGains) {
    Design design{"xdna-phoenix", DataType::Int8, DataType::Int16};
    const double one = design.tops();
    design.problem.c_buffers = 2;
    double two = 0;
    // The largest tiles that leave room for a second buffer of C. K is a multiple of their depths.
    for (const gemm::Extent tile : {gemm::Extent{64, 112, 96}, gemm::Extent{80, 96, 96},
                                    gemm::Extent{96, 64, 96}, gemm::Extent{80, 112, 80}}) {
        design.problem.tile = tile;
        design.problem.k_mt = 4 * tile.k;
        two = std::max(two, design.tops());
    }
    EXPECT_LT(two, one);
}

TEST(Effects, SmallMatricesAreBoundByMemoryAndDispatch) {
    Design design{"xdna2-krackan", DataType::Int8, DataType::Int8};
    const double large = design.tops();
    design.problem.size = {576, 864, 1152};
    const backends::RunResult small = run(design.problem, design.device);
    EXPECT_LT(small.tops, large / 4);
    EXPECT_GT(small.dispatch->count(), small.npu_time->count());
    EXPECT_LT(small.bottleneck->gain, 0.25);  // kernels twice as fast could save up to 0.5
}

}  // namespace
}  // namespace xdnasim::validation
