#include "validation/gemm_rows.hpp"

#include <array>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/temporary_folder.hpp"

namespace xdnasim::validation {
namespace {

using arch::DataType;
using gemm::Extent;

TEST(GemmRow, HasSizeTileTypesAndLayout) {
    constexpr std::array<std::string_view, 10> kOfTwoTypes{
        "m", "k", "n", "m_ct", "k_ct", "n_ct", "k_mt", "input", "output", "b_layout"};
    const TemporaryFolder folder;
    const std::vector<CsvRow> rows =
        load_csv(folder.write("t.csv",
                              "m,k,n,m_ct,k_ct,n_ct,k_mt,input,output,b_layout\n"
                              "512,1024,256,64,96,32,192,int8,int16,row-major\n"),
                 kOfTwoTypes);
    const gemm::GemmDesign design = gemm_of(rows.at(0));
    EXPECT_EQ(design.size, (Extent{512, 1024, 256}));
    EXPECT_EQ(*design.tile, (Extent{64, 96, 32}));
    EXPECT_EQ(to_string(*design.tile), "64x96x32");
    EXPECT_EQ(*design.k_mt, 192);
    EXPECT_TRUE(design.tile.asked());
    EXPECT_EQ(design.a_type, DataType::Int8);
    EXPECT_EQ(design.b_type, DataType::Int8);
    EXPECT_EQ(design.c_type, DataType::Int16);
    EXPECT_EQ(design.b_layout, kernels::Layout::RowMajor);
}

TEST(GemmRow, MayHaveATypeForEachMatrixAndLeavesTheRestOfADesignAlone) {
    constexpr std::array<std::string_view, 10> kOfThreeTypes{"m",    "k",    "n", "m_ct", "k_ct",
                                                             "n_ct", "k_mt", "a", "b",    "c"};
    const TemporaryFolder folder;
    const std::vector<CsvRow> rows = load_csv(
        folder.write("t.csv",
                     "m,k,n,m_ct,k_ct,n_ct,k_mt,a,b,c\n16,32,64,8,8,16,8,bf16,bfp16ebs8,f32\n"),
        kOfThreeTypes);
    gemm::GemmDesign before;
    before.c_buffers_l2 = 2;
    before.b_layout = kernels::Layout::RowMajor;
    const gemm::GemmDesign design = gemm_of(rows.at(0), before);
    EXPECT_EQ(design.a_type, DataType::Bf16);
    EXPECT_EQ(design.b_type, DataType::Bfp16ebs8);
    EXPECT_EQ(design.c_type, DataType::F32);
    EXPECT_EQ(design.c_buffers_l2, 2);
    EXPECT_EQ(design.b_layout, kernels::Layout::RowMajor);
}

}  // namespace
}  // namespace xdnasim::validation
