#include "workloads/gemm/gemm_placement.hpp"

#include <algorithm>
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;

class Placement : public testing::Test {
 protected:
    Placement() {
        tiling.rows = 4;
        tiling.columns = 2;
        tiling.tile = {64, 64, 64};
        tiling.k_mt = 128;
        tiling.stack = arch::Bytes{1024};
    }

    static bool apart(std::vector<schedule::Buffer> buffers) {
        std::ranges::sort(buffers, {}, &schedule::Buffer::address);
        for (std::size_t i = 1; i < buffers.size(); ++i)
            if (buffers[i - 1].address + buffers[i - 1].size > buffers[i].address) return false;
        return true;
    }

    const arch::Device npu = arch::load_device(arch::find_device("xdna2-krackan"));
    GemmDesign tiling;  // all matrices in int8
};

TEST_F(Placement, LaysACoresBuffersBehindItsStack) {
    tiling.c_buffers = 2;
    const auto buffers = core_buffers(tiling);
    ASSERT_EQ(buffers.size(), 6U);
    EXPECT_EQ(buffers.front().address, arch::Bytes{1024});
    EXPECT_TRUE(apart(buffers));
    EXPECT_EQ(core_buffer_bytes(tiling), arch::Bytes{6 * 64 * 64}) << "A, B and C, twice each";
    EXPECT_EQ(buffers.back().address + buffers.back().size,
              *tiling.stack + core_buffer_bytes(tiling));
}

TEST_F(Placement, LaysACoresBuffersInTheOrderAskedFor) {
    tiling.c_buffers = 2;
    tiling.core_memory.choose({{Matrix::C, Matrix::B, Matrix::A}, {}});
    const auto buffers = core_buffers(tiling);
    EXPECT_EQ(buffers[4].name, "C0");
    EXPECT_EQ(buffers[4].address, arch::Bytes{1024});
    EXPECT_EQ(buffers[2].address, buffers[5].address + buffers[5].size);
    EXPECT_EQ(buffers[0].address, buffers[3].address + buffers[3].size);
    EXPECT_TRUE(apart(buffers));
}

TEST_F(Placement, LaysTheLargestBuffersFirstWhereTheOrderIsOpen) {
    struct Example {
        Extent tile;
        DataType inputs, output;
        std::array<Matrix, 3> order;
    };
    // Bytes of one buffer of A, of B and of C in the three examples:
    // - 2,048, 2,048 and 4,096
    // - 4,096, 8,192 and 4,096
    // - 8,192, 4,096 and 8,192
    const std::array examples{
        Example{{32, 32, 32}, DataType::Int16, DataType::Int32, {Matrix::C, Matrix::B, Matrix::A}},
        Example{{32, 64, 64}, DataType::Bf16, DataType::Bf16, {Matrix::B, Matrix::C, Matrix::A}},
        Example{{64, 64, 32}, DataType::Bf16, DataType::F32, {Matrix::C, Matrix::A, Matrix::B}}};
    for (const auto& [tile, inputs, output, order] : examples) {
        GemmDesign open;
        open.a_type = open.b_type = inputs;
        open.c_type = output;
        open.size = {512, 512, 512};
        open.tile = tile;
        const GemmDesign chosen = choose(open, npu);
        EXPECT_EQ(chosen.core_memory->order, order);
        EXPECT_FALSE(chosen.core_memory.asked());
        const auto buffers = core_buffers(chosen);
        const int first = order[0] == Matrix::B ? CoreBuffers::kB : CoreBuffers::kC;
        EXPECT_EQ(buffers[static_cast<std::size_t>(first)].address, *chosen.stack);
        EXPECT_TRUE(apart(buffers));
    }
}

TEST_F(Placement, LaysTheLargestFirstForKernelsByHandInFourSlotsAlone) {
    GemmDesign open;  // bytes of a buffer: A 4,096, B 9,216, C 32,768
    open.a_type = open.c_type = DataType::Bf16;
    open.b_type = DataType::Bfp16ebs8;
    open.size = {512, 512, 1024};
    open.tile = {128, 64, 128};
    open.rho = 4;
    open.c_buffers_l2 = 1;
    EXPECT_THAT(choose(open, npu).core_memory->order,
                testing::ElementsAre(Matrix::A, Matrix::B, Matrix::C));
    open.bd_reconfiguration = BdReconfiguration::FourSlots;
    EXPECT_THAT(choose(open, npu).core_memory->order,
                testing::ElementsAre(Matrix::C, Matrix::B, Matrix::A));
}

TEST_F(Placement, KeepsTheBuffersOfAMemTileApart) {
    tiling.c_buffers_l2 = 2;
    const MemTilePlacement placement = place_in_mem_tiles(tiling, npu);
    ASSERT_FALSE(placement.overflow.has_value());
    for (const auto& memory : placement.memories) {
        EXPECT_TRUE(apart(memory));
        EXPECT_EQ(memory.size(), 2U + 4U + 8U);  // 2 of B, 2 x 2 rows of A, 2 x 4 cores' C
    }
}

TEST_F(Placement, LetsOnlyPanelsGoAbroad) {
    tiling.k_mt = 64 * 14;  // two buffers of two rows of A, two of B: 344,064 bytes of 524,288
    tiling.columns = 2;
    tiling.rows = 3;  // two rows of A enter at column 0, one at column 1
    // At column 0, two buffers of two rows of A and two of B take 6 x 64 x 1,408 = 540,672 bytes.
    tiling.k_mt = 64 * 22;
    const MemTilePlacement placement = place_in_mem_tiles(tiling, npu);
    ASSERT_FALSE(placement.overflow.has_value());
    int guests = 0;
    for (std::size_t column = 0; column < 2; ++column) {
        const arch::TileId home = npu.mem_tile_at(static_cast<int>(column));
        for (const auto& row : placement.columns[column].c)
            for (const schedule::BufferRef& c : row)
                EXPECT_EQ(c.tile, home);
        for (const auto& row : placement.columns[column].a)
            for (const schedule::BufferRef& a : row)
                guests += a.tile == home ? 0 : 1;
    }
    EXPECT_GT(guests, 0);
}

TEST_F(Placement, NamesTheBufferThatFindsNoRoom) {
    tiling.k_mt = 64 * 64;
    const auto overflow = place_in_mem_tiles(tiling, npu).overflow;
    ASSERT_TRUE(overflow.has_value());
    EXPECT_EQ(overflow->size, arch::Bytes{64 * 64 * 64});
    EXPECT_LT(overflow->room, overflow->size);
}

}  // namespace
}  // namespace xdnasim::gemm
