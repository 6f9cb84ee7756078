#include "workloads/gemm/gemm_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/mapping_error.hpp"
#include "test/support/stock_device.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using testing::AllOf;
using testing::HasSubstr;
using xdnasim::test::device_named;

class Tilings : public testing::Test {
 protected:
    [[nodiscard]] GemmDesign tile() const { return choose(problem, npu2); }
    [[nodiscard]] std::string refusal() const {
        return mapping_error_if_any([&] { return tile(); });
    }
    [[nodiscard]] static std::vector<std::int64_t> numbers(const Extent& extent) {
        return {extent.m, extent.k, extent.n};
    }
    [[nodiscard]] static std::vector<int> a_columns(const GemmDesign& tiling) {
        std::vector<int> columns;
        for (int row = 0; row < tiling.rows; ++row)
            columns.push_back(tiling.a_column(row));
        return columns;
    }

    arch::Device npu2 = device_named("xdna2-krackan");
    GemmDesign problem{.size = {4032, 4320, 4608}};
};

using Numbers = std::vector<std::int64_t>;

TEST_F(Tilings, TakeTheDevicesTileWhereItDividesTheSizes) {
    const GemmDesign tiling = tile();
    EXPECT_EQ(numbers(tiling.tile), (Numbers{144, 72, 144}));
    EXPECT_EQ(tiling.k_mt, 432);
    EXPECT_EQ(numbers(tiling.padded), numbers(problem.size));
}

TEST_F(Tilings, NeedAShimInColumnZero) {
    npu2.shim_has_dma.front() = false;
    EXPECT_EQ(refusal(),
              "device | xdna2-krackan: the GEMM mapping needs a shim that reaches DRAM in column 0 "
              "(array.shim_dma), since it uses the columns from there on");
    npu2.pl.emplace();
    EXPECT_TRUE(
        refusal().ends_with("from there on; allowed: gemm.mapping: packs, whose data come "
                            "from the programmable logic"));
}

TEST_F(Tilings, NeedABdOfAShimForEachMatrix) {
    npu2.shim_tile.dma.bds = 2;
    EXPECT_EQ(refusal(),
              "device | xdna2-krackan: the GEMM mapping needs 3 BDs in a shim, for A, B and C; it "
              "has 2");
}

TEST_F(Tilings, TakeARateUpToThatOfTheHardware) {
    problem.kernel.macs_per_cycle = 512;
    EXPECT_EQ(refusal(), "");
    problem.kernel.macs_per_cycle = 512.5;
    EXPECT_EQ(refusal(),
              "gemm.kernel.macs_per_cycle | gemm.kernel.macs_per_cycle: 512.5 is more than a core "
              "of xdna2-krackan can do; allowed: up to 512, the rate of its matrix instruction for "
              "int8 x int8 -> int8");
}

/// With rho above 1, a call multiplies a slice of the tile: the blocking must divide the rows of
/// the slice, not those of the tile.
TEST_F(Tilings, WantABlockingThatDividesTheRowsOfASlice) {
    problem.tile = Extent{32, 16, 16};
    problem.kernel.blocking = kernels::Blocking{2, 1};
    EXPECT_EQ(refusal(), "");
    problem.rho = 2;
    EXPECT_EQ(refusal(), "");
    problem.rho = 4;
    EXPECT_EQ(refusal(),
              "gemm.kernel.blocking | gemm.kernel.blocking: 2 x 1 tiles of 8 x 8 do not divide the "
              "8 x 16 of tile.m / rho and tile.n");
    problem.rho = 1;
    problem.tile = Extent{24, 16, 16};
    EXPECT_EQ(refusal(),
              "gemm.kernel.blocking | gemm.kernel.blocking: 2 x 1 tiles of 8 x 8 do not divide the "
              "24 x 16 of tile.m and tile.n");
}

/// A call has 96 x 96 x 96 products, of which the hardware computes 256 per cycle: 3,456 cycles.
TEST_F(Tilings, TakeCyclesFromThoseOfTheHardwareOn) {
    const arch::Device phoenix = device_named("xdna-phoenix");
    problem.size = {384, 96, 384};
    problem.tile = Extent{96, 96, 96};
    problem.kernel.cycles_per_call = arch::Cycles{3456};
    EXPECT_NO_THROW(check_cycles(choose(problem, phoenix), phoenix));
    problem.kernel.cycles_per_call = arch::Cycles{3455};
    try {
        check_cycles(choose(problem, phoenix), phoenix);
        FAIL() << "not refused";
    } catch (const MappingError& error) {
        EXPECT_EQ(error.key(), "gemm.kernel.cycles_per_call");
        EXPECT_STREQ(error.what(),
                     "gemm.kernel.cycles_per_call: 3455 are fewer than a core of xdna-phoenix "
                     "takes for 96x96x96; allowed: from 3456, at the 256 MACs/cycle of its matrix "
                     "instruction for int8 x int8 -> int8");
    }
    // Two slices halve the products of a call.
    problem.rho = 2;
    problem.kernel.cycles_per_call = arch::Cycles{1728};
    EXPECT_NO_THROW(check_cycles(choose(problem, phoenix), phoenix));
}

TEST_F(Tilings, HaveADefaultForEveryTypeOfEveryDeviceWithDramInItsFirstColumn) {
    int devices = 0;
    for (const std::string& name : arch::device_names()) {
        const arch::Device any = arch::load_device(arch::find_device(name));
        if (!any.shim_has_dma.front()) {
            EXPECT_THAT([&] { static_cast<void>(choose(problem, any)); },
                        testing::ThrowsMessage<schedule::MappingError>(
                            testing::HasSubstr("array.shim_dma")));
            continue;
        }
        ++devices;
        int tiled = 0;
        for (const arch::MatrixRate& rate : any.core.matrix) {
            problem.a_type = rate.a_type;
            // A design with such a mix of types needs a rho.
            if (is_stored_singly(rate.a_type) != is_stored_singly(rate.b_type)) continue;
            problem.b_type = rate.b_type;
            problem.c_type = rate.c_type;
            const GemmDesign tiling = choose(problem, any);
            EXPECT_LE(tiling.tile->m, rate.default_tile.m) << name;
            EXPECT_GE(tiling.tile->m, rate.default_tile.m / 2) << name;
            ++tiled;
        }
        EXPECT_GE(tiled, 4) << name;
    }
    EXPECT_GE(devices, 5);
}

TEST_F(Tilings, MakeTheDefaultTileSmallerWhereThatPadsLess) {
    problem.size = {512, 512, 512};
    const GemmDesign tiling = tile();
    EXPECT_EQ(tiling.tile->m, 128);  // one block of 4 x 128 rows; 4 x 144 would pad to 576
    EXPECT_EQ(tiling.tile->n, 64);   // one block of 8 x 64 columns
    EXPECT_EQ(tiling.padded.m, 512);
    EXPECT_EQ(tiling.padded.n, 512);
    EXPECT_LT(tiling.padded.k, 560);
}

TEST_F(Tilings, PadToTheNativeSizeOfTheArray) {
    problem.size = {1, 1, 1};
    problem.tile = Extent{16, 16, 16};
    problem.k_mt = 32;
    EXPECT_EQ(numbers(tile().padded), (Numbers{64, 32, 128}));
}

TEST_F(Tilings, PadNothingThatIsAMultipleAlready) {
    problem.tile = Extent{144, 72, 144};
    problem.k_mt = 432;
    EXPECT_EQ(numbers(tile().padded), numbers(problem.size));
}

TEST_F(Tilings, HaveADepthOfBForAColumnMajorBAlone) {
    problem.k_mt_b = 72;
    EXPECT_EQ(refusal(), "");
    problem.b_layout = kernels::Layout::RowMajor;
    EXPECT_EQ(refusal(),
              "gemm.k_mt_b | gemm.k_mt_b: a B that is row-major lies in a mem tile as deep as in a "
              "core; allowed: gemm.b_layout column-major");
    problem.k_mt_b.reset();
    EXPECT_EQ(refusal(), "");
}

TEST_F(Tilings, NameTheDepthsOfBThatAreAllowed) {
    problem.k_mt_b = 100;
    EXPECT_EQ(refusal(),
              "gemm.k_mt_b | gemm.k_mt_b 100 is not a multiple of 8, the s of the matrix "
              "instruction for these types; allowed: multiples of it, such as 96 or 104");
    problem.tile = Extent{144, 72, 144};
    EXPECT_EQ(refusal(),
              "gemm.k_mt_b | gemm.k_mt_b 100 is not a multiple of tile.k, which is 72; allowed: "
              "multiples of it, such as 72 or 144");
}

TEST_F(Tilings, ChooseADepthThatFitsBesideATileAskedFor) {
    problem.tile = Extent{144, 72, 144};
    problem.columns = 1;  // one MemTile holds the panels of A of all four rows
    problem.size.n = 144;
    const GemmDesign tiling = tile();
    EXPECT_EQ(tiling.k_mt % 72, 0);
    EXPECT_LT(tiling.k_mt, 432);
}

TEST_F(Tilings, ShrinkTheDefaultTileWhenBuffersOrStackTakeItsRoom) {
    problem.c_buffers = 2;
    problem.stack = arch::Bytes{3328};
    const GemmDesign tiling = tile();
    EXPECT_LT(tiling.tile->m * tiling.tile->n, 144 * 144);
    EXPECT_LE(2 * tiling.a_tile() + 2 * tiling.b_tile() + 2 * tiling.c_tile(),
              arch::Bytes{65536 - 3328});
}

TEST_F(Tilings, TakeTheAddressesThatTheirOwnBuffersHave) {
    problem.size = {16, 16, 64};
    problem.a_type = problem.b_type = problem.c_type = DataType::Int16;
    problem.rows = problem.columns = 1;
    problem.tile = Extent{4, 4, 8};
    // A tile of A has 32 bytes, half of a vector load of 64: A1 may lie 32 bytes behind A0.
    const auto with = [&](std::int64_t a1, std::int64_t c) {
        problem.core_memory =
            CoreMemory{.addresses = {arch::Bytes{1024}, arch::Bytes{a1}, arch::Bytes{1088},
                                     arch::Bytes{1152}, arch::Bytes{c}}};
        return refusal();
    };
    EXPECT_EQ(with(1056, 1216), "");
    EXPECT_EQ(with(1072, 1216),
              "gemm.core_buffers.A1 | gemm.core_buffers.A1: 1072 is not a multiple of 32, which "
              "divides its 32 bytes and a vector load");
    EXPECT_THAT(with(1056, 1248), testing::EndsWith("C0: 1248 is not a multiple of 64, the width "
                                                    "of a vector load"));
}

TEST_F(Tilings, SpreadTheRowsOfAOverTheColumns) {
    EXPECT_EQ(a_columns(tile()), (std::vector{0, 2, 4, 6}));
    problem.columns = 3;
    EXPECT_EQ(a_columns(tile()), (std::vector{0, 0, 1, 2}));
    problem.columns = 1;
    EXPECT_EQ(a_columns(tile()), (std::vector{0, 0, 0, 0}));
}

TEST_F(Tilings, TakeTheColumnsOfAThatAreAskedFor) {
    problem.a_columns = {0, 1, 2, 3};
    EXPECT_EQ(a_columns(tile()), problem.a_columns);
    EXPECT_EQ(tile().max_a_rows(), 1);
    problem.a_columns = {1, 1, 1, 5};
    EXPECT_EQ(tile().a_rows_at(1).count, 3);
    EXPECT_EQ(tile().max_a_rows(), 3);
}

TEST_F(Tilings, RefuseColumnsOfAThatAreNotOneForEachRow) {
    problem.a_columns = {0, 1, 2};
    EXPECT_EQ(refusal(),
              "gemm.array.a_columns | gemm.array.a_columns: [0, 1, 2] is not one of the 8 "
              "columns for each of the 4 rows of cores");
    problem.columns = 4;
    problem.a_columns = {0, 1, 2, 4};
    EXPECT_THAT(refusal(), HasSubstr("[0, 1, 2, 4] is not one of the 4 columns"));
}

TEST_F(Tilings, NameTheRowsThatShareAColumn) {
    problem.columns = 2;
    const GemmDesign tiling = tile();
    EXPECT_EQ(tiling.a_rows_at(1).first, 2);
    EXPECT_EQ(tiling.a_rows_at(1).count, 2);
}

TEST_F(Tilings, SayWhichChannelsOfAMemTileAreTooFew) {
    npu2.mem_tile.dma.mm2s_channels = 4;
    problem.columns = 1;
    problem.rows = 4;
    EXPECT_THAT(refusal(),
                AllOf(HasSubstr("gemm.array.rows | "), HasSubstr("6 MM2S"), HasSubstr("(4 A, 1 B"),
                      HasSubstr("has 4 and 6"), HasSubstr("enough for 2 rows")));
}

TEST_F(Tilings, SayThatAMemTileHasTooFewChannelsForASingleRow) {
    npu2.mem_tile.dma.mm2s_channels = 2;
    EXPECT_EQ(refusal(),
              "gemm.array.rows | gemm.array: a mem tile of 1 row on 8 columns needs 3 MM2S "
              "channels (1 A, 1 B, 1 C) and 3 S2MM (1 A, 1 B, 1 C); it has 2 and 6, too few for "
              "any");
}

TEST_F(Tilings, TakeAsManyRowsAsTheChannelsAllow) {
    npu2.mem_tile.dma.mm2s_channels = 4;
    problem.columns = 1;
    EXPECT_EQ(tile().rows, 2);
}

TEST_F(Tilings, RefuseMoreColumnsThanReachDram) {
    problem.columns = 9;
    EXPECT_THAT(refusal(), AllOf(HasSubstr("gemm.array.columns | "), HasSubstr("has 8 columns")));
}

TEST_F(Tilings, RefuseAShiftThatLosesBitsOfC) {
    problem.c_type = DataType::Int32;
    problem.shift = 1;
    EXPECT_THAT(refusal(), AllOf(HasSubstr("gemm.shift | "), HasSubstr("at most 0")));
}

TEST_F(Tilings, ListTheTypesThatTheDeviceHas) {
    problem.b_type = DataType::Int16;
    EXPECT_THAT(refusal(), AllOf(HasSubstr("gemm.types | "), HasSubstr("int8 x int8 -> int16")));
}

}  // namespace
}  // namespace xdnasim::gemm
