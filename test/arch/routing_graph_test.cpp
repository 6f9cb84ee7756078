#include "arch/routing_graph.hpp"

#include <algorithm>

#include <boost/range/iterator_range.hpp>
#include <gtest/gtest.h>

#include "test/arch/example_device.hpp"

namespace xdnasim::arch {
namespace {

using enum Bundle;
using enum PortSide;

constexpr TileId kShim{1, 0};
constexpr TileId kMemTile{1, 1};
constexpr TileId kCore{1, 3};

class RoutingGraphTest : public testing::Test {
 protected:
    [[nodiscard]] bool connects(TileId tile, Bundle from, int from_channel, Bundle to,
                                int to_channel) const {
        return can_connect(device_, {tile, Slave, from, from_channel},
                           {tile, Master, to, to_channel});
    }
    [[nodiscard]] std::vector<Port> successors(const Port& port) const {
        std::vector<Port> ports;
        const auto range = boost::adjacent_vertices(graph_.vertex(port).value(), graph_.graph());
        for (const auto vertex : boost::make_iterator_range(range)) {
            ports.push_back(graph_.port(vertex));
        }
        return ports;
    }

    Device device_ = example_device(3, 4);
    RoutingGraph graph_{device_};
};

TEST_F(RoutingGraphTest, HasAVertexForEachPort) {
    // Masters and slaves together. A core has 10 ports to the north, 10 to the south, 8 to the
    // west, 8 to the east, 4 of its DMA, and 2 each of its core, the FIFO, the control port and the
    // trace units: 48. There are 4 rows of 3 cores. They lack the ports that would lead out of the
    // array: 8 on each of 2 sides of 4 rows, and 10 to the north of 3 columns.
    constexpr std::size_t kCores = 12 * 48 - 2 * 4 * 8 - 3 * 10;
    // 10 to the north, 10 to the south, 12 of its DMA, 2 of the control port, 1 of the trace unit:
    // 35.
    constexpr std::size_t kMemTiles = 3 * 35;
    // 10 to the north, 14 to the south, 8 to the west, 8 to the east, 4 of its DMA, 2 each of the
    // FIFO and the control port, 1 of the trace unit: 49. On each of the row's 2 sides, 8 do not
    // exist.
    constexpr std::size_t kShims = 3 * 49 - 2 * 8;
    EXPECT_EQ(boost::num_vertices(graph_.graph()), kCores + kMemTiles + kShims);
}

TEST_F(RoutingGraphTest, FindsThePortOfEveryVertex) {
    for (const auto vertex : boost::make_iterator_range(boost::vertices(graph_.graph()))) {
        EXPECT_EQ(graph_.vertex(graph_.port(vertex)), vertex);
    }
}

TEST_F(RoutingGraphTest, HasNoPortsOverTheEdgesOfTheArray) {
    EXPECT_EQ(port_count(device_, {1, 5}, Master, North), 0);
    EXPECT_EQ(port_count(device_, {1, 4}, Master, North), 6);
    EXPECT_EQ(port_count(device_, {0, 3}, Slave, West), 0);
    EXPECT_EQ(port_count(device_, {1, 3}, Slave, West), 4);
    EXPECT_EQ(port_count(device_, {2, 3}, Slave, East), 0);
    EXPECT_EQ(port_count(device_, {1, 3}, Slave, East), 4);
    EXPECT_EQ(port_count(device_, {3, 3}, Slave, South), 0);
    EXPECT_FALSE(graph_.vertex({{1, 5}, Master, North, 0}));
    EXPECT_FALSE(graph_.vertex({{1, 4}, Master, North, 6}));
    EXPECT_FALSE(graph_.vertex({{1, 4}, Master, North, -1}));
    EXPECT_TRUE(graph_.vertex({{1, 4}, Master, North, 5}));
}

TEST_F(RoutingGraphTest, EdgesInsideSwitchesAreExactlyTheLegalConnections) {
    int connections = 0;
    for (const TileId tile : {kShim, kMemTile, kCore}) {
        for (const auto slave : boost::make_iterator_range(boost::vertices(graph_.graph()))) {
            const Port& from = graph_.port(slave);
            if (from.tile != tile || from.side != Slave || switch_port(device_, from) != from) {
                continue;
            }
            const std::vector<Port> next = successors(from);
            for (const auto master : boost::make_iterator_range(boost::vertices(graph_.graph()))) {
                const Port& to = graph_.port(master);
                EXPECT_EQ(std::ranges::count(next, to), can_connect(device_, from, to) ? 1 : 0);
                connections += can_connect(device_, from, to) ? 1 : 0;
            }
        }
    }
    EXPECT_GT(connections, 500);
}

TEST_F(RoutingGraphTest, EveryMasterLeadsToTheFacingSlaveOnly) {
    EXPECT_EQ(successors({kCore, Master, North, 5}),
              (std::vector<Port>{{{1, 4}, Slave, South, 5}}));
    EXPECT_EQ(successors({kCore, Master, South, 3}),
              (std::vector<Port>{{{1, 2}, Slave, North, 3}}));
    EXPECT_EQ(successors({kCore, Master, West, 2}), (std::vector<Port>{{{0, 3}, Slave, East, 2}}));
    EXPECT_EQ(successors({kCore, Master, East, 1}), (std::vector<Port>{{{2, 3}, Slave, West, 1}}));
    EXPECT_TRUE(successors({kCore, Master, Dma, 0}).empty());
}

TEST_F(RoutingGraphTest, WiresJoinEveryMasterTowardsANeighbour) {
    int wired = 0;
    for (const auto vertex : boost::make_iterator_range(boost::vertices(graph_.graph()))) {
        const Port& port = graph_.port(vertex);
        if (port.side != Master) continue;
        const bool towards_neighbour = port.bundle == North || port.bundle == West ||
                                       port.bundle == East ||
                                       (port.bundle == South && port.tile.row > 0);
        EXPECT_EQ(wired_to(device_, port).has_value(), towards_neighbour);
        wired += towards_neighbour ? 1 : 0;
    }
    // In each of 3 columns, 6 wires up and 4 down between 5 pairs of rows. Between 2 pairs of
    // columns, in 5 rows (that of the ShimTiles and 4 of cores), 4 wires in each of 2 directions.
    EXPECT_EQ(wired, 3 * 5 * (6 + 4) + 2 * 5 * 2 * 4);
}

TEST_F(RoutingGraphTest, OnlyMastersThatExistAreWired) {
    EXPECT_FALSE(wired_to(device_, {kCore, Slave, North, 0}));
    EXPECT_FALSE(wired_to(device_, {kCore, Master, South, 4}));
    EXPECT_FALSE(wired_to(device_, {{1, 5}, Master, North, 0}));
}

TEST_F(RoutingGraphTest, AWireNeedsAChannelOnBothSides) {
    device_.comp_tile.stream_switch.ports[static_cast<std::size_t>(South)].slaves = 2;
    EXPECT_TRUE(wired_to(device_, {kMemTile, Master, North, 1}));
    EXPECT_FALSE(wired_to(device_, {kMemTile, Master, North, 2}));
}

TEST_F(RoutingGraphTest, TheShimMuxJoinsDmaChannelsToSouthPorts) {
    EXPECT_EQ(successors(dma_port(kShim, Direction::MM2S, 0)),
              (std::vector<Port>{{kShim, Slave, South, 3}}));
    EXPECT_EQ(successors(dma_port(kShim, Direction::MM2S, 1)),
              (std::vector<Port>{{kShim, Slave, South, 7}}));
    EXPECT_EQ(successors({kShim, Master, South, 2}),
              (std::vector<Port>{dma_port(kShim, Direction::S2MM, 0)}));
    EXPECT_EQ(successors({kShim, Master, South, 3}),
              (std::vector<Port>{dma_port(kShim, Direction::S2MM, 1)}));
    EXPECT_TRUE(successors({kShim, Master, South, 4}).empty());
}

TEST_F(RoutingGraphTest, SwitchPortLooksThroughTheShimMuxOnly) {
    EXPECT_EQ(switch_port(device_, dma_port(kShim, Direction::S2MM, 1)),
              (Port{kShim, Master, South, 3}));
    EXPECT_EQ(switch_port(device_, dma_port(kCore, Direction::S2MM, 1)),
              dma_port(kCore, Direction::S2MM, 1));
    EXPECT_EQ(switch_port(device_, {kShim, Slave, South, 1}), (Port{kShim, Slave, South, 1}));
}

TEST_F(RoutingGraphTest, AShimWithoutDmaHasNoDmaPorts) {
    device_.shim_has_dma[1] = false;
    const RoutingGraph graph{device_};
    EXPECT_FALSE(graph.vertex(dma_port({1, 0}, Direction::MM2S, 0)));
    EXPECT_TRUE(graph.vertex(dma_port({2, 0}, Direction::MM2S, 0)));
    const auto south = graph.vertex({{1, 0}, Master, South, 2}).value();
    EXPECT_EQ(boost::out_degree(south, graph.graph()), 0U);
}

TEST_F(RoutingGraphTest, AMemTileKeepsTheChannelOfAStreamThatPassesThrough) {
    EXPECT_TRUE(connects(kMemTile, South, 3, North, 3));
    EXPECT_FALSE(connects(kMemTile, South, 3, North, 2));
    EXPECT_TRUE(connects(kMemTile, North, 3, South, 3));
    EXPECT_FALSE(connects(kMemTile, North, 3, South, 2));
    EXPECT_TRUE(connects(kMemTile, South, 3, Dma, 0));
    EXPECT_TRUE(connects(kMemTile, Dma, 0, North, 5));
    EXPECT_TRUE(connects(kMemTile, Dma, 4, Dma, 4));
    EXPECT_FALSE(connects(kMemTile, Dma, 4, Dma, 3));
}

TEST_F(RoutingGraphTest, AMemTilesTraceReachesOneDmaChannel) {
    EXPECT_TRUE(connects(kMemTile, Trace, 0, Dma, 5));
    EXPECT_FALSE(connects(kMemTile, Trace, 0, Dma, 4));
    EXPECT_TRUE(connects(kMemTile, Trace, 0, South, 2));
    EXPECT_FALSE(connects(kMemTile, Trace, 0, North, 2));
}

TEST_F(RoutingGraphTest, ACoreSwitchTurnsBackOnTheSameChannelOnly) {
    EXPECT_TRUE(connects(kCore, North, 2, North, 2));
    EXPECT_FALSE(connects(kCore, North, 2, North, 1));
    EXPECT_TRUE(connects(kCore, North, 2, South, 1));
    EXPECT_FALSE(connects(kCore, Core, 0, Core, 0));
    EXPECT_FALSE(connects(kCore, TileControl, 0, Dma, 0));
}

TEST_F(RoutingGraphTest, ConnectionsStayInOneSwitchFromSlaveToMaster) {
    const Port slave{kCore, Slave, North, 0};
    const Port master{kCore, Master, South, 0};
    EXPECT_TRUE(can_connect(device_, slave, master));
    EXPECT_FALSE(can_connect(device_, master, slave));
    EXPECT_FALSE(can_connect(device_, slave, {{1, 4}, Master, South, 0}));
    EXPECT_FALSE(can_connect(device_, slave, {kCore, Master, South, 4}));
    EXPECT_FALSE(can_connect(device_, {kShim, Slave, South, 3}, {kShim, Master, Dma, 0}));
}

TEST_F(RoutingGraphTest, StacksSeveralRowsOfMemTiles) {
    const Device versal_like = example_device(2, 2, 2);
    EXPECT_EQ(wired_to(versal_like, {{0, 1}, Master, North, 5}), (Port{{0, 2}, Slave, South, 5}));
    EXPECT_EQ(wired_to(versal_like, {{0, 2}, Master, South, 3}), (Port{{0, 1}, Slave, North, 3}));
}

TEST(PlPorts, AreJoinedToTheSouthPortsOfTheirShim) {
    Device device = example_device(3, 4);
    device.pl = PlModel{.columns = {false, true, true}, .inputs = 8, .outputs = 6};
    const RoutingGraph graph{device};
    const auto leads_to = [&](const Port& from, const Port& to) {
        const auto range = boost::adjacent_vertices(graph.vertex(from).value(), graph.graph());
        return std::ranges::any_of(boost::make_iterator_range(range),
                                   [&](auto vertex) { return graph.port(vertex) == to; });
    };
    for (int channel = 0; channel < 8; ++channel) {
        const Port plio{kShim, Slave, Plio, channel};
        EXPECT_EQ(switch_port(device, plio), (Port{kShim, Slave, South, channel}));
        EXPECT_TRUE(leads_to(plio, {kShim, Slave, South, channel}));
    }
    for (int channel = 0; channel < 6; ++channel)
        EXPECT_TRUE(leads_to({kShim, Master, South, channel}, {kShim, Master, Plio, channel}));
    // Beside these, the DMA keeps its own connections.
    EXPECT_TRUE(leads_to({kShim, Master, South, 2}, dma_port(kShim, Direction::S2MM, 0)));
    EXPECT_FALSE(has_port(device, {kShim, Slave, Plio, 8}));
    EXPECT_FALSE(has_port(device, {{0, 0}, Slave, Plio, 0}));
    EXPECT_FALSE(has_port(device, {kCore, Slave, Plio, 0}));
}

}  // namespace
}  // namespace xdnasim::arch
