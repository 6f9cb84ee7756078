// Choices that the paper leaves open, with other values than the defaults.

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/placement/strix.hpp"
#include "workloads/placement/cost.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {
namespace {

using arch::TileId;
using arch::TileKind;

Array strix_with(const Choices& choices) {
    return Array{arch::load_device(arch::find_device("xdna2-strix")), choices};
}

/// line_ps_01 placed in the order of the netlist: one net is shared, four are streams with five
/// hops in total.
Solution line_on(const Array& array, const Netlist& line) {
    const auto router = make_negotiating_router(array, StreamMode::Mixed);
    const Placement placement = place_in_order(line, array, ColumnOrder::FromTheSouth);
    return {placement, router->route(line, placement)};
}

TEST(Choices, LinksOfThePaperAreSixAcrossAndFourUp) {
    const Array array = strix_with({.links = LinkCounts::Paper});
    EXPECT_EQ(array.links({3, 3}, Heading::East), 6);
    EXPECT_EQ(array.links({3, 3}, Heading::North), 4);
    EXPECT_EQ(array.links({3, 1}, Heading::East), 0) << "mem tiles have none to the sides";
    EXPECT_EQ(array.links({7, 3}, Heading::East), 0) << "the array ends";
    EXPECT_EQ(strix().links({3, 3}, Heading::East), 4);
    EXPECT_EQ(strix().links({3, 3}, Heading::North), 6);
}

TEST(Choices, MemoryOfARowLiesOnTheOtherSide) {
    const Array array = strix_with({.memory = MemorySide::East});
    EXPECT_EQ(array.common_memories({0, 2}, {1, 2}), (std::vector<TileId>{{1, 2}}));
    EXPECT_EQ(array.common_memories({1, 2}, {0, 2}), (std::vector<TileId>{{1, 2}}));
    EXPECT_EQ(strix().common_memories({0, 2}, {1, 2}), (std::vector<TileId>{{0, 2}}));
    EXPECT_EQ(array.common_memories({0, 2}, {0, 3}), strix().common_memories({0, 2}, {0, 3}));
}

TEST(Choices, LocksOfEachObjectAreTwoForEach) {
    const Netlist line = netlist::suite_netlist("line_ps_01");
    const Array array = strix_with({.locks = LocksOf::Object});
    int sets = 0;
    for (const BufferSet& set : buffers_of(line, array, line_on(array, line))) {
        EXPECT_EQ(set.locks, 2 * set.objects);
        ++sets;
    }
    EXPECT_EQ(sets, 5);
}

TEST(Choices, LengthsInStretchesCountTheWaysOutOfDmasAndIntoThem) {
    const Netlist line = netlist::suite_netlist("line_ps_01");
    const Array array = strix_with({.length = LengthUnit::Stretches});
    EXPECT_EQ(measures_of(line, array, line_on(array, line)).route_length, 5 + 4 * 2);
    EXPECT_EQ(measures_of(line, strix(), line_on(strix(), line)).route_length, 5);
}

TEST(Choices, MemTilesMayTakeSeveral) {
    Netlist netlist{"n", "xdna2-strix", {}, {}, {}};
    for (int i = 0; i < 9; ++i)
        netlist.cores.push_back({TileKind::MemTile, "m"});
    EXPECT_THROW(require_placeable(netlist, strix()), base::InputError);
    const Array array = strix_with({.mem_tiles = TileSharing::Shared});
    EXPECT_NO_THROW(require_placeable(netlist, array));
    const Solution solution{place_in_order(netlist, array, ColumnOrder::FromTheSouth), {}};
    EXPECT_TRUE(breaches(netlist, array, solution).empty());
    EXPECT_EQ(breaches(netlist, strix(), solution).size(), 1U) << "two on the first tile";
}

TEST(Choices, PacketsOfAChannelAreAsManyAsIsSaid) {
    const Streams five{.circuits = 1, .packets = 5};
    EXPECT_EQ(five.channels(4), 3);
    EXPECT_EQ(five.channels(8), 2);
    EXPECT_EQ(five.channels(1), 6);
}

TEST(Choices, PacketsOfAChannelAreThoseThatEveryPortOfTheDeviceTellsApart) {
    arch::Device device = arch::load_device(arch::find_device("xdna2-strix"));
    EXPECT_EQ(Array{device}.packets_per_channel(), 4);
    device.mem_tile.stream_switch.packet_slots = 2;
    EXPECT_EQ(Array{device}.packets_per_channel(), 2);
    EXPECT_EQ((Array{device, {.packets_per_channel = 3}}.packets_per_channel()), 3);
}

TEST(Choices, WeightsMakeTheCost) {
    const Netlist line = netlist::suite_netlist("line_ps_01");
    const Array array =
        strix_with({.weights = {.circuit = 2, .packet = 1, .neighbour = 10, .byte = 0}});
    const Cost cost = cost_of(line, array, line_on(array, line));
    // Circuits with 13 stretches in total, and one shared net.
    EXPECT_DOUBLE_EQ(cost.total(), 2 * 13 + 10);
}

TEST(Choices, AnnealedOnesAreLegalByThem) {
    const Netlist line = netlist::suite_netlist("line_ps_06");
    int found = 0;
    for (const Choices& choices :
         {Choices{.links = LinkCounts::Paper}, Choices{.memory = MemorySide::East},
          Choices{.locks = LocksOf::Object}, Choices{.mem_tiles = TileSharing::Shared},
          Choices{.packets_per_channel = 2}}) {
        const Array array = strix_with(choices);
        const auto router = make_negotiating_router(array, StreamMode::Mixed);
        Search search{line, array, *router, {.seed = 1, .max_moves = 40'000}};
        make_placer(Method::AnnealingPath)->place(search);
        ASSERT_TRUE(search.best());
        EXPECT_TRUE(breaches(line, array, *search.best()).empty());
        ++found;
    }
    EXPECT_EQ(found, 5);
}

}  // namespace
}  // namespace xdnasim::placement
