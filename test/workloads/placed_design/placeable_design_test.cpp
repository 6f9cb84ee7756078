#include "workloads/placed_design/placeable_design.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/support/stock_device.hpp"
#include "test/workloads/placed_design/scattered_designs.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placed_design {
namespace {

using arch::TileId;
using netlist::Carrier;
using placement::Placement;
using placement::Resource;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using xdnasim::test::strix;

PlaceableDesign read(const std::string& text, const Kept& kept = {}) {
    return {{text, "design.mlir", {}}, strix(), kept};
}

/// The placement with its routes: circuits, except for nets that the design makes packets.
placement::Solution routed(const PlaceableDesign& design, Placement placement) {
    const placement::Array array{design.array()};
    const auto router = make_negotiating_router(array, placement::StreamMode::Circuit);
    placement::Routes routes = router->route(design.netlist(), placement);
    return {std::move(placement), std::move(routes)};
}

std::string placed(const PlaceableDesign& design, Placement placement) {
    return design.text_with(routed(design, std::move(placement)), placement::Array{design.array()});
}

std::vector<placement::Breach> breaches_of(const PlaceableDesign& design, Placement placement) {
    return breaches(design.netlist(), placement::Array{design.array()},
                    routed(design, std::move(placement)));
}

TEST(PlaceableDesign, SaysWhereThatStandsWhichHasNoRoomOnAnyTile) {
    const auto refusal = [](const std::string& text, const std::string& from,
                            const std::string& to) {
        const PlaceableDesign design = read(replaced(text, from, to));
        const placement::Array array{design.array()};
        return input_error([&] { placement::require_placeable(design.netlist(), array); });
    };
    const std::string text = chain({{0, 2}, {3, 3}}, 2);
    EXPECT_THAT(refusal(text, "    aie.objectfifo @f0",
                        "    %big = aie.buffer(%c0) : memref<20000xi32>\n    aie.objectfifo @f0"),
                testing::StartsWith("design.mlir:4:5: core 1 'c0' needs "));
    const std::string fifo = "@f1(%c0, {%c1}, 2 : i32) : !aie.objectfifo<memref<";
    EXPECT_THAT(refusal(text, fifo + "16xi32>", fifo + "20000xi32>"),
                testing::StartsWith("design.mlir:7:5: "));
}

TEST(PlaceableDesign, HasACoreForEachTileAndANetForEachObjectFifo) {
    const PlaceableDesign design = read(chain({{0, 2}, {3, 3}}, 2));
    const netlist::Netlist& netlist = design.netlist();
    ASSERT_EQ(netlist.core_count(), 3);
    EXPECT_EQ(netlist.core(1).name, "c0");
    EXPECT_THAT(design.present().tiles(), ElementsAre(TileId{0, 0}, TileId{0, 2}, TileId{3, 3}));
    ASSERT_EQ(netlist.net_count(), 3);
    // The net between the cores may use a shared memory; the net from the shim needs a stream.
    EXPECT_EQ(netlist.net(1).carrier, Carrier::Any);
    EXPECT_THAT(netlist.net(1).depths, ElementsAre(2, 2));
    EXPECT_EQ(netlist.net(1).object, arch::Bytes{64});
    EXPECT_EQ(netlist.net(0).carrier, Carrier::Circuit);
    // Two objects of 64 bytes arrive by a stream: a channel, two BDs and two locks.
    EXPECT_EQ(netlist.core(1).own.memory, arch::Bytes{128});
    EXPECT_EQ(netlist.core(1).own.s2mm, 1);
    EXPECT_EQ(netlist.core(1).own.bds, 2);
    EXPECT_EQ(netlist.core(1).own.locks, 2);
}

TEST(PlaceableDesign, TiesACoreToTheMemoryAndTheCascadeThatItUses) {
    const PlaceableDesign memory = read(with_neighbours_memory());
    ASSERT_EQ(memory.netlist().ties.size(), 1);
    EXPECT_TRUE(breaches_of(memory, memory.present()).empty());
    // The design has the core at (6,4) and its memory at (6,5). To the east of the core, the memory
    // is out of reach; to the west, it is not.
    const auto apart = breaches_of(memory, Placement{{{2, 0}, {5, 5}, {6, 5}}});
    ASSERT_EQ(apart.size(), 1);
    EXPECT_EQ(apart.front().resource, Resource::Reach);
    EXPECT_EQ(apart.front().text(),
              "tile (5,5): (6,5) must be beside it, but is 1 tile too far away");
    EXPECT_TRUE(breaches_of(memory, Placement{{{2, 0}, {7, 5}, {6, 5}}}).empty());

    const PlaceableDesign cascade = read(with_cascade());
    ASSERT_EQ(cascade.netlist().ties.size(), 1);
    // A cascade leads to the east or to the south, not to the north.
    EXPECT_TRUE(breaches_of(cascade, Placement{{{0, 0}, {0, 2}, {0, 4}, {0, 3}, {0, 5}}}).empty());
    EXPECT_EQ(breaches_of(cascade, Placement{{{0, 0}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}}).size(), 1);
}

TEST(PlaceableDesign, ChangesTilesTheirNamesAndTheNumbersOfTheSequenceAlone) {
    const PlaceableDesign split = read(split_and_joined());
    const std::string text = placed(split, Placement{{{0, 0}, {0, 1}, {0, 2}, {7, 5}}});
    EXPECT_THAT(text, HasSubstr("%tile_0_0 = aie.tile(0, 0)\n    %tile_0_1 = aie.tile(0, 1)\n    "
                                "%tile_0_2 = aie.tile(0, 2)\n    %tile_7_5 = aie.tile(7, 5)\n"));
    EXPECT_THAT(text, HasSubstr("aie.objectfifo @in_1(%tile_0_1, {%tile_7_5}, 2 : i32)"));
    EXPECT_THAT(text, HasSubstr("%core_of_tile_7_5 = aie.core(%tile_7_5)"));
    EXPECT_THAT(text, Not(HasSubstr("tile_1_4")));

    const std::string flows =
        placed(read(with_neighbours_memory()), Placement{{{1, 0}, {1, 3}, {1, 2}}});
    EXPECT_THAT(flows, HasSubstr("channel = 0 : i32, column = 1 : i32, column_num = 1 : i32"));
    EXPECT_EQ(placed(split, split.present()), split_and_joined());
}

TEST(PlaceableDesign, LeavesNamesThatWouldClash) {
    std::string text = split_and_joined();
    // Another value has the name that the moved tile would get.
    text.insert(text.find("    aie.objectfifo"),
                "    %tile_0_2 = aie.buffer(%tile_7_5) {sym_name = "
                "\"scratch\"} : memref<16xi32>\n");
    const PlaceableDesign design = read(text);
    EXPECT_THAT(placed(design, Placement{{{0, 0}, {0, 1}, {0, 2}, {0, 3}}}),
                HasSubstr("%tile_7_5 = aie.tile(0, 2)"));
}

TEST(PlaceableDesign, NamesTheMemoryWhereTheUsualOneHasNoRoom) {
    // Two cores one above the other, with 6 objects of 8,192 bytes each between them. A buffer of
    // 32,768 bytes lies in the first one's memory, so that only the second one's has room for the
    // objects.
    const std::string text = device(
        "npu2", tile_line("shim", {0, 0}) + tile_line("c0", {0, 2}) + tile_line("c1", {0, 3}) +
                    "    %scratch = aie.buffer(%c0) {sym_name = \"scratch\"} : memref<8192xi32>\n" +
                    fifo_line("in", "shim", "c0") + fifo_line("between", "c0", "c1", 2048, 6) +
                    fifo_line("out", "c1", "shim"));
    const PlaceableDesign design = read(text);
    EXPECT_THAT(placed(design, design.present()),
                HasSubstr("aie.objectfifo.allocate @between(%c1)"));
    const PlaceableDesign quoted = read(replaced(text, "@between", "@\"be tween\""));
    EXPECT_THAT(placed(quoted, quoted.present()),
                HasSubstr("aie.objectfifo.allocate @\"be tween\"(%c1)"));
    const PlaceableDesign small =
        read(device("npu2", tile_line("c0", {0, 2}) + tile_line("c1", {0, 3}) +
                                fifo_line("between", "c0", "c1")));
    EXPECT_THAT(placed(small, small.present()), Not(HasSubstr("allocate")));
}

TEST(PlaceableDesign, PlacesTilesThatHaveNoPlaceYet) {
    const PlaceableDesign design = read(
        replaced(chain({{0, 2}, {3, 3}}), "aie.tile(3, 3)", "aie.logical_tile<CoreTile>(?, ?)"));
    EXPECT_EQ(design.present().of(2), (TileId{0, 3}));
    EXPECT_THAT(design.text(), HasSubstr("%c1 = aie.tile(0, 3)"));
}

TEST(PlaceableDesign, KeepsTilesOfWhichTheSequenceNamesSeveralAtOnce) {
    const PlaceableDesign design =
        read(replaced(with_neighbours_memory(), "column_num = 1", "column_num = 2"));
    EXPECT_EQ(design.netlist().core(0).kept_tile, (TileId{2, 0}));
    EXPECT_FALSE(design.netlist().core(1).kept_tile);
}

}  // namespace
}  // namespace xdnasim::placed_design
