// Arrays with more than one row of MemTiles, as some Versal devices have: workloads use the row
// beside the ShimTiles, and their streams pass the others.

#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "test/support/mapped_elementwise.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::backends {
namespace {

class TwoMemRows : public testing::Test {
 protected:
    TwoMemRows() { device.row_kinds.insert(device.row_kinds.begin() + 1, arch::TileKind::MemTile); }
    void expect_right(const schedule::Schedule& schedule) const {
        int first_row = 0;
        for (const schedule::TileProgram& program : schedule.tiles) {
            if (device.kind(program.tile) != arch::TileKind::MemTile) continue;
            EXPECT_EQ(program.tile.row, 1);
            ++first_row;
        }
        EXPECT_GE(first_row, 1);
        const RunResult result = make_systemc_backend()->run(schedule, device, {.verify = true});
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
    }

    arch::Device device = test::device_named("xdna-phoenix");
};

TEST_F(TwoMemRows, HaveTheirCoresBehindBoth) {
    EXPECT_EQ(device.mem_rows(), 2);
    EXPECT_EQ(device.first_core_row(), 3);
    EXPECT_EQ(device.core_rows(), 4);
}

TEST_F(TwoMemRows, RunAGemm) {
    gemm::GemmDesign design;
    design.size = {128, 128, 128};
    design.c_type = arch::DataType::Int16;
    design.tile = gemm::Extent{16, 32, 16};
    design.k_mt = 64;
    const schedule::Schedule schedule = gemm::map_gemm(design, device);
    expect_right(schedule);
    EXPECT_NE(schedule.find({0, 3}), nullptr);
}

TEST_F(TwoMemRows, RunATransfer) {
    transfer::TransferDesign design;
    design.columns = 2;
    design.depth = 2;
    design.streams = {
        {.name = "A", .rows = 64, .row = arch::Bytes{256}, .run = arch::Bytes{64}, .runs = 16}};
    expect_right(transfer::map_transfer(design, device));
}

TEST_F(TwoMemRows, RunAKernelBehindAMemTile) {
    elementwise::ElementwiseDesign design;
    design.core = {0, device.first_core_row()};
    design.object = arch::Bytes{256};
    design.objects = 8;
    design.mem_tile_object = arch::Bytes{512};
    design.kernel = {elementwise::KernelKind::AddOne, "add_one", arch::DataType::Int32, 1,
                     arch::Cycles{100}};
    expect_right(test::map_elementwise(design, device));
}

}  // namespace
}  // namespace xdnasim::backends
