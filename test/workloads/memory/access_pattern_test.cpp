#include <gtest/gtest.h>

#include "workloads/memory/access_cost.hpp"

namespace xdnasim::memory {
namespace {

using arch::Bytes;

/// A BD of `length` bytes in host buffer 3. `dimensions`: innermost first, each with its size (that
/// of the innermost one in words) and its stride in bytes.
schedule::Bd host_bd(std::vector<schedule::Dimension> dimensions, std::int64_t length) {
    schedule::Bd bd;
    bd.buffer = schedule::HostBufferRef{3};
    bd.length = Bytes{length};
    bd.dimensions = std::move(dimensions);
    return bd;
}

TEST(AccessPattern, OfALinearBdIsOneRun) {
    const AccessPattern pattern = access_pattern(host_bd({}, 4096), Bytes{64});
    EXPECT_EQ(pattern.buffer, 3);
    EXPECT_EQ(pattern.offset, Bytes{64});
    EXPECT_EQ(pattern.run, Bytes{4096});
    EXPECT_EQ(pattern.stride, Bytes{0});
    EXPECT_FALSE(pattern.along_rows);
}

TEST(AccessPattern, OfARowMajorAGoesOnAlongItsRows) {
    // Tiles of 8 rows x 64 bytes of a matrix with rows of 256 bytes.
    const AccessPattern pattern =
        access_pattern(host_bd({{16, Bytes{4}}, {8, Bytes{256}}, {4, Bytes{64}}}, 2048), Bytes{0});
    EXPECT_EQ(pattern.run, Bytes{64});
    EXPECT_EQ(pattern.stride, Bytes{256});
    EXPECT_EQ(pattern.rows, 8);
    EXPECT_TRUE(pattern.along_rows);
}

TEST(AccessPattern, OfAStripGoesOnBelowItsRows) {
    const AccessPattern pattern =
        access_pattern(host_bd({{16, Bytes{4}}, {32, Bytes{256}}}, 2048), Bytes{0});
    EXPECT_EQ(pattern.run, Bytes{64});
    EXPECT_EQ(pattern.rows, 32);
    EXPECT_FALSE(pattern.along_rows);
}

TEST(AccessPattern, JoinsTilesThatLieBelowEachOther) {
    const AccessPattern pattern = access_pattern(
        host_bd({{16, Bytes{4}}, {8, Bytes{256}}, {4, Bytes{2048}}}, 2048), Bytes{0});
    EXPECT_EQ(pattern.rows, 32);
    EXPECT_FALSE(pattern.along_rows);
}

TEST(AccessPattern, OfRowsThatTouchIsOneRun) {
    const AccessPattern pattern =
        access_pattern(host_bd({{64, Bytes{4}}, {8, Bytes{256}}}, 2048), Bytes{0});
    EXPECT_EQ(pattern.run, Bytes{2048});
    EXPECT_EQ(pattern.stride, Bytes{0});
}

TEST(AccessPattern, LooksThroughDimensionsOfOneStep) {
    const AccessPattern pattern = access_pattern(
        host_bd({{16, Bytes{4}}, {1, Bytes{9999}}, {8, Bytes{256}}, {1, Bytes{0}}, {4, Bytes{64}}},
                2048),
        Bytes{0});
    EXPECT_EQ(pattern.run, Bytes{64});
    EXPECT_EQ(pattern.stride, Bytes{256});
    EXPECT_TRUE(pattern.along_rows);
}

TEST(AccessPattern, GoesOnAlongItsRowsByIteration) {
    schedule::Bd bd = host_bd({{16, Bytes{4}}, {8, Bytes{256}}}, 512);
    bd.iteration = schedule::Iteration{4, Bytes{64}};
    EXPECT_TRUE(access_pattern(bd, Bytes{0}).along_rows);
    bd.iteration->stride = Bytes{2048};
    EXPECT_FALSE(access_pattern(bd, Bytes{0}).along_rows);
}

TEST(AccessPattern, CountsTheRowsOfAnOutermostDimensionByTheLength) {
    EXPECT_EQ(access_pattern(host_bd({{16, Bytes{4}}, {64, Bytes{256}}}, 640), Bytes{0}).rows, 10);
}

}  // namespace
}  // namespace xdnasim::memory
