#include "workloads/gemm/gemm_layouts.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"

namespace xdnasim::gemm {
namespace {

using Offsets = std::vector<std::int64_t>;

/// Byte offsets that a BD of `length` bytes visits, in order.
Offsets walk(const Dimensions& dimensions, std::int64_t length) {
    Offsets offsets;
    if (dimensions.empty()) {
        offsets.resize(static_cast<std::size_t>(length));
        std::iota(offsets.begin(), offsets.end(), 0);
        return offsets;
    }
    for (std::int64_t word = 0; word < length / 4; ++word) {
        std::int64_t rest = word;
        std::int64_t offset = 0;
        for (const schedule::Dimension& dimension : dimensions) {
            offset += rest % dimension.size * dimension.stride.count();
            rest /= dimension.size;
        }
        for (std::int64_t byte = 0; byte < 4; ++byte)
            offsets.push_back(offset + byte);
    }
    return offsets;
}

/// The bytes of `stream` in the order in which they leave a buffer that a BD with the dimensions
/// `into` fills and one with the dimensions `out` reads.
Offsets pass(const Offsets& stream, const Dimensions& into, const Dimensions& out) {
    const auto length = static_cast<std::int64_t>(stream.size());
    Offsets memory(stream.size(), -1);
    const Offsets stored = walk(into, length);
    for (std::size_t i = 0; i < stream.size(); ++i)
        memory.at(static_cast<std::size_t>(stored[i])) = stream[i];
    Offsets read;
    for (const std::int64_t offset : walk(out, length))
        read.push_back(memory.at(static_cast<std::size_t>(offset)));
    return read;
}

class Layouts : public testing::Test {
 protected:
    /// A small problem whose sizes all differ: two calls a panel, each of 12 x 16 x 24.
    Layouts() {
        tiling.padded = {12, 32, 24};
        tiling.tile = Extent{12, 16, 24};
        tiling.instruction = {4, 8, 8};
        tiling.k_mt = 32;
        tiling.rows = 1;
        tiling.columns = 1;
    }

    const arch::Device npu = arch::load_device(arch::find_device("xdna-phoenix"));
    GemmDesign tiling;  // all matrices in int8
};

TEST_F(Layouts, BringAIntoRowsOfTiles) {
    const Offsets stream = walk(a_from_host(tiling, 1), 12 * 32);
    const Offsets to_core = pass(stream, a_into_l2(tiling), a_out_of_l2(tiling));
    const Offsets first_call(to_core.begin(), to_core.begin() + 12 * 16);
    const Offsets core = pass(first_call, a_into_core(tiling), {});
    Offsets expected;  // [m/r][k/s][r][s]
    for (int m = 0; m < 12; m += 4)
        for (int k = 0; k < 16; k += 8)
            for (int i = 0; i < 4; ++i)
                for (int kk = 0; kk < 8; ++kk)
                    expected.push_back((m + i) * 32 + k + kk);
    EXPECT_EQ(core, expected);
}

/// A has three slices, each one row of tiles of the matrix instruction. The core receives the first
/// call's part of every slice, then the second call's.
TEST_F(Layouts, BringSlicesOfAIntoTheCoreOneAfterTheOther) {
    tiling.rho = 3;
    const Offsets stream = walk(a_from_host(tiling, 1), 12 * 32);
    const Offsets to_core = pass(stream, a_into_l2(tiling), a_out_of_l2(tiling));
    Offsets core;
    for (auto call = to_core.begin(); call != to_core.end(); call += 4 * 16) {
        const Offsets stored = pass(Offsets(call, call + 4 * 16), a_into_core(tiling), {});
        core.insert(core.end(), stored.begin(), stored.end());
    }
    Offsets expected;  // [k_mt/k][rho][k/s][r][s]
    for (int step = 0; step < 32; step += 16)
        for (int m = 0; m < 12; m += 4)
            for (int k = step; k < step + 16; k += 8)
                for (int i = 0; i < 4; ++i)
                    for (int kk = 0; kk < 8; ++kk)
                        expected.push_back((m + i) * 32 + k + kk);
    EXPECT_EQ(core, expected);
}

TEST_F(Layouts, BringAColumnMajorBIntoColumnsOfTiles) {
    const Offsets stream = walk(b_from_host(tiling), 24 * 32);
    const Offsets to_core = pass(stream, b_into_l2(tiling), b_out_of_l2(tiling));
    const Offsets second_call(to_core.begin() + 24 * 16, to_core.end());
    const Offsets core = pass(second_call, b_into_core(tiling), {});
    Offsets expected;  // [n/t][k/s][t][s]
    for (int n = 0; n < 24; n += 8)
        for (int k = 16; k < 32; k += 8)
            for (int j = 0; j < 8; ++j)
                for (int kk = 0; kk < 8; ++kk)
                    expected.push_back((n + j) * 32 + k + kk);
    EXPECT_EQ(core, expected);
}

TEST_F(Layouts, BringARowMajorBIntoRowsOfTiles) {
    tiling.b_layout = kernels::Layout::RowMajor;
    const Offsets stream = walk(b_from_host(tiling), 32 * 24);
    const Offsets first_call(stream.begin(), stream.begin() + 16 * 24);
    const Offsets core =
        pass(pass(first_call, b_into_l2(tiling), b_out_of_l2(tiling)), b_into_core(tiling), {});
    Offsets expected;  // [k/s][n/t][s][t]
    for (int k = 0; k < 16; k += 8)
        for (int n = 0; n < 24; n += 8)
            for (int kk = 0; kk < 8; ++kk)
                for (int j = 0; j < 8; ++j)
                    expected.push_back((k + kk) * 24 + n + j);
    EXPECT_EQ(core, expected);
}

TEST_F(Layouts, TakeTheTilesOfCBackIntoRows) {
    Offsets stream;  // a core's C, in [m/r][n/t][r][t], as offsets in the matrix
    for (int m = 0; m < 12; m += 4)
        for (int n = 0; n < 24; n += 8)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 8; ++j)
                    stream.push_back((m + i) * 24 + n + j);
    const Offsets to_host = pass(stream, {}, c_out_of_l2(tiling));
    EXPECT_EQ(to_host, walk(c_to_host(tiling), 12 * 24));
}

}  // namespace
}  // namespace xdnasim::gemm
