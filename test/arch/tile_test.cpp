#include "arch/tile.hpp"

#include <gtest/gtest.h>

#include "arch/device.hpp"

namespace xdnasim::arch {
namespace {

TEST(Tile, IsNamedByColumnAndRow) {
    EXPECT_EQ(to_string(TileId{3, 1}), "(3,1)");
}

TEST(Tile, IsAsFarFromAnotherAsThereAreSteps) {
    EXPECT_EQ(distance({3, 1}, {3, 1}), 0);
    EXPECT_EQ(distance({3, 1}, {1, 5}), 6);
    EXPECT_EQ(distance({1, 5}, {3, 1}), 6);
}

TEST(Tile, KindsHaveNamesForPeople) {
    EXPECT_EQ(to_string(TileKind::Shim), "shim");
    EXPECT_EQ(to_string(TileKind::MemTile), "mem tile");
    EXPECT_EQ(to_string(TileKind::CompTile), "core");
}

TEST(Port, IsNamedByTileSideBundleAndChannel) {
    EXPECT_EQ(to_string(Port{{3, 1}, PortSide::Slave, Bundle::North, 2}), "(3,1) slave North:2");
    EXPECT_EQ(name_in_tile(Port{{3, 1}, PortSide::Master, Bundle::Dma, 0}), "master DMA:0");
    EXPECT_EQ(to_string(Port{{0, 0}, PortSide::Master, Bundle::Dma, 1}), "(0,0) master DMA:1");
}

TEST(Port, OfADmaChannelIsASlaveForMm2sAndAMasterForS2mm) {
    EXPECT_EQ(dma_port({1, 2}, Direction::MM2S, 1),
              (Port{{1, 2}, PortSide::Slave, Bundle::Dma, 1}));
    EXPECT_EQ(dma_port({1, 2}, Direction::S2MM, 0),
              (Port{{1, 2}, PortSide::Master, Bundle::Dma, 0}));
}

TEST(Direction, OfAChannelIsThatOfItsPort) {
    for (const Direction direction : {Direction::S2MM, Direction::MM2S})
        EXPECT_EQ(direction_of(dma_port({1, 2}, direction, 0).side), direction);
}

TEST(Direction, HasTheNameOfTheManual) {
    EXPECT_EQ(to_string(Direction::S2MM), "S2MM");
    EXPECT_EQ(to_string(Direction::MM2S), "MM2S");
}

class ArrayTest : public testing::Test {
 protected:
    ArrayTest() {
        device_.columns = 2;
        device_.row_kinds = {TileKind::Shim, TileKind::MemTile, TileKind::MemTile,
                             TileKind::CompTile};
        device_.comp_tile.locks = 16;
        device_.mem_tile.locks = 64;
        device_.shim_tile.locks = 8;
    }
    Device device_;
};

TEST_F(ArrayTest, ContainsItsTilesOnly) {
    EXPECT_TRUE(device_.contains({0, 0}));
    EXPECT_TRUE(device_.contains({1, 3}));
    EXPECT_FALSE(device_.contains({2, 0}));
    EXPECT_FALSE(device_.contains({0, 4}));
    EXPECT_FALSE(device_.contains({-1, 0}));
    EXPECT_FALSE(device_.contains({0, -1}));
}

TEST_F(ArrayTest, CountsItsCoreRows) {
    EXPECT_EQ(device_.core_rows(), 1);
    EXPECT_EQ(device_.first_core_row(), 3);
}

TEST_F(ArrayTest, GivesEachTileTheModelOfItsKind) {
    EXPECT_EQ(device_.model(TileId{1, 0}).locks, 8);
    EXPECT_EQ(device_.model(TileId{1, 2}).locks, 64);
    EXPECT_EQ(device_.model(TileId{1, 3}).locks, 16);
}

}  // namespace
}  // namespace xdnasim::arch
