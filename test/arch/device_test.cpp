#include "arch/device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"

namespace xdnasim::arch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A device like a Versal array: two rows of MemTiles, and a DMA behind some ShimTiles only.
Device with_two_rows_of_mem_tiles() {
    Device device;
    device.columns = 5;
    device.row_kinds = {TileKind::Shim,     TileKind::MemTile,  TileKind::MemTile,
                        TileKind::CompTile, TileKind::CompTile, TileKind::CompTile};
    device.shim_has_dma = {true, true, false, true, false};
    return device;
}

Device without_mem_tiles() {
    Device device = with_two_rows_of_mem_tiles();
    device.row_kinds = {TileKind::Shim, TileKind::CompTile};
    return device;
}

TEST(Rows, AreCountedByKind) {
    const Device two = with_two_rows_of_mem_tiles();
    EXPECT_EQ(two.mem_rows(), 2);
    EXPECT_EQ(two.first_mem_row(), 1);
    EXPECT_EQ(two.core_rows(), 3);
    EXPECT_EQ(two.first_core_row(), 3);
    EXPECT_EQ(without_mem_tiles().mem_rows(), 0);
    EXPECT_EQ(without_mem_tiles().first_core_row(), 1);
}

TEST(Rows, GiveTheTilesOfAColumn) {
    const Device device = with_two_rows_of_mem_tiles();
    for (int column = 0; column < device.columns; ++column) {
        EXPECT_EQ(device.shim_at(column), (TileId{column, 0}));
        EXPECT_EQ(device.mem_tile_at(column), (TileId{column, 1}));
        EXPECT_EQ(device.kind(device.shim_at(column)), TileKind::Shim);
        EXPECT_EQ(device.kind(device.mem_tile_at(column)), TileKind::MemTile);
    }
}

TEST(Tiles, AreNamedByKindAndPlace) {
    const Device device = with_two_rows_of_mem_tiles();
    EXPECT_EQ(device.name_of({4, 0}), "shim (4,0)");
    EXPECT_EQ(device.name_of({3, 2}), "mem tile (3,2)");
    EXPECT_EQ(device.name_of({0, 3}), "core (0,3)");
    EXPECT_EQ(device.name_of({5, 3}), "tile (5,3)") << "outside";
}

TEST(Tiles, AreOfOneKindWithinTheArray) {
    const Device device = with_two_rows_of_mem_tiles();
    EXPECT_TRUE(device.has(TileKind::MemTile, {4, 2}));
    EXPECT_FALSE(device.has(TileKind::CompTile, {4, 2}));
    EXPECT_FALSE(device.has(TileKind::MemTile, {5, 2})) << "outside";
}

TEST(HostMemory, IsReachedByTheDmaOfShims) {
    const Device device = with_two_rows_of_mem_tiles();
    EXPECT_TRUE(device.reaches_host({0, 0}));
    EXPECT_TRUE(device.reaches_host({3, 0}));
    EXPECT_FALSE(device.reaches_host({2, 0})) << "has no DMA";
    EXPECT_FALSE(device.reaches_host({0, 1})) << "a mem tile";
    EXPECT_FALSE(device.reaches_host({0, 3})) << "a core";
    EXPECT_FALSE(device.reaches_host({5, 0})) << "outside";
    EXPECT_FALSE(device.reaches_host({-1, 0})) << "outside";
}

TEST(HostMemory, IsNotReachedByEveryDma) {
    const Device device = with_two_rows_of_mem_tiles();
    EXPECT_TRUE(device.has_dma({2, 1}));
    EXPECT_TRUE(device.has_dma({2, 4}));
    EXPECT_TRUE(device.has_dma({1, 0}));
    EXPECT_FALSE(device.has_dma({2, 0}));
    EXPECT_FALSE(device.has_dma({2, 6})) << "outside";
}

TEST(HostMemory, IsReachedFromSomeColumns) {
    Device device = with_two_rows_of_mem_tiles();
    EXPECT_THAT(device.host_columns(), ElementsAre(0, 1, 3));
    EXPECT_EQ(device.usable_columns(), 2);
    device.shim_has_dma.assign(5, true);
    EXPECT_THAT(device.host_columns(), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_EQ(device.usable_columns(), 5);
    device.shim_has_dma[0] = false;
    EXPECT_EQ(device.usable_columns(), 0);
    device.shim_has_dma.assign(5, false);
    EXPECT_THAT(device.host_columns(), IsEmpty());
}

// The limits that AM025 gives beside the registers of a BD.

TEST(BdLimits, OfACoreAreThoseOfTheManual) {
    const BdLimits bd = load_device(find_device("xdna-phoenix")).comp_tile.dma.bd;
    EXPECT_EQ(bd.max_length(), Bytes{4 * 16'383});
    EXPECT_EQ(bd.max_address(), Bytes{4 * 16'383});
    EXPECT_EQ(bd.max_step(), Bytes{4 * 8192});
    EXPECT_EQ(bd.max_wrap(), 255);
    EXPECT_EQ(bd.max_iteration_step(), Bytes{4 * 8192});
    EXPECT_EQ(bd.max_iterations(), 64);
    EXPECT_FALSE(bd.pads());
}

TEST(Bds, OfAMemTileAreOfOneHalfForEachChannel) {
    // AM025: 48 BDs, of which channels of even numbers run 0 to 23 and the others 24 to 47.
    const DmaModel dma = load_device(find_device("xdna-phoenix")).mem_tile.dma;
    EXPECT_EQ(dma.bds_of(0), (BdRange{0, 24}));
    EXPECT_EQ(dma.bds_of(3), (BdRange{24, 48}));
    EXPECT_EQ(dma.bds_of(4).count(), 24);
    EXPECT_TRUE(dma.bds_of(1).contains(24));
    EXPECT_FALSE(dma.bds_of(1).contains(48));
}

TEST(Bds, OfACoreAreOfAllChannels) {
    const DmaModel dma = load_device(find_device("xdna-phoenix")).comp_tile.dma;
    EXPECT_EQ(dma.bds_of(0), (BdRange{0, 16}));
    EXPECT_EQ(dma.bds_of(1), (BdRange{0, 16}));
}

TEST(BdLimits, OfAMemTileAreThoseOfTheManual) {
    const BdLimits bd = load_device(find_device("xdna-phoenix")).mem_tile.dma.bd;
    EXPECT_EQ(bd.max_length(), Bytes{4 * 131'071});
    EXPECT_EQ(bd.max_address(), Bytes{4 * 524'287});
    EXPECT_EQ(bd.max_step(), Bytes{4 * 131'072});
    EXPECT_EQ(bd.max_wrap(), 1023);
    EXPECT_TRUE(bd.pads());
    EXPECT_EQ(bd.max_padding(0), 63);
    EXPECT_EQ(bd.max_padding(1), 31);
    EXPECT_EQ(bd.max_padding(2), 15);
}

TEST(BdLimits, OfAShimAreThoseOfTheManual) {
    const DmaModel dma = load_device(find_device("xdna-phoenix")).shim_tile.dma;
    EXPECT_EQ(dma.bd.max_length(), Bytes{4 * 4'294'967'295});
    EXPECT_EQ(dma.bd.max_address(), std::nullopt);
    EXPECT_EQ(dma.bd.max_step(), Bytes{4 * 1'048'576});
    EXPECT_EQ(dma.max_iterations_of_a_task(), 64) << "a task repeats 255 times more";
}

TEST(BdLimits, OfATaskAlsoFollowTheRepeatOfTheQueue) {
    DmaModel dma;
    dma.bd.iteration_wrap_bits = 6;
    dma.max_repeat = 9;
    EXPECT_EQ(dma.max_iterations_of_a_task(), 10);
}

TEST(LockChanges, AndTraceEventsHaveTheRangesOfTheManual) {
    const Device device = load_device(find_device("xdna2-krackan"));
    for (const TileKind kind : {TileKind::Shim, TileKind::MemTile, TileKind::CompTile}) {
        EXPECT_EQ(device.model(kind).min_lock_change(), -64) << to_string(kind);
        EXPECT_EQ(device.model(kind).max_lock_change(), 63) << to_string(kind);
    }
    EXPECT_EQ(device.shim_tile.max_trace_event(), 127);
    EXPECT_EQ(device.mem_tile.max_trace_event(), 255);
    EXPECT_EQ(device.comp_tile.max_trace_event(), 127);
}

}  // namespace
}  // namespace xdnasim::arch
