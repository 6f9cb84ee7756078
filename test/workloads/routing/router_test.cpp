#include "workloads/routing/router.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/arch/example_device.hpp"
#include "test/support/input_error.hpp"
#include "test/workloads/routing/route_checks.hpp"

namespace xdnasim::routing {
namespace {

using arch::Device;
using arch::Direction;
using arch::dma_port;
using arch::example_device;
using arch::Port;
using arch::RoutingGraph;
using arch::TileId;
using schedule::Connection;
using schedule::Flow;
using schedule::FlowMode;
using schedule::Route;
using enum arch::Bundle;
using enum arch::PortSide;

Port mm2s(TileId tile, int channel) {
    return dma_port(tile, Direction::MM2S, channel);
}
Port s2mm(TileId tile, int channel) {
    return dma_port(tile, Direction::S2MM, channel);
}

std::vector<Route> routed(const std::vector<Flow>& flows, const Device& device,
                          const RoutingCost& cost = HopCost{}) {
    const RoutingGraph graph{device};
    const std::vector<Route> routes = route(flows, graph, cost);
    expect_legal(flows, routes, device);
    return routes;
}

/// Message of the InputError with which the flows are refused; empty if they are routed.
std::string refusal(const std::vector<Flow>& flows, const Device& device,
                    const RoutingCost& cost = HopCost{}) {
    return input_error_if_any([&] { routed(flows, device, cost); });
}

/// Flows from the cores of a column into its MemTile, `streams` in total, each with DMA channels of
/// its own.
std::vector<Flow> gather(int column, int streams) {
    std::vector<Flow> flows;
    for (int i = 0; i < streams; ++i) {
        flows.push_back(
            {fmt::format("C{}", i), mm2s({column, 2 + i % 4}, i / 4), {s2mm({column, 1}, i)}});
    }
    return flows;
}

Flow packet(std::string name, Port source, Port sink, int id) {
    return {std::move(name), source, {sink}, FlowMode::Packet, id};
}

std::set<int> columns_of(const Route& route) {
    std::set<int> columns;
    for (const Connection& connection : route.connections) {
        columns.insert(connection.slave.tile.column);
    }
    return columns;
}

TEST(Router, TakesTheWireBetweenNeighbours) {
    const auto routes = routed({{"ab", mm2s({0, 2}, 0), {s2mm({1, 2}, 1)}}}, example_device(2, 4));
    EXPECT_EQ(routes[0].hops, std::vector{2});
    EXPECT_EQ(routes[0].connections,
              (std::vector<Connection>{{mm2s({0, 2}, 0), {{0, 2}, Master, East, 0}},
                                       {{{1, 2}, Slave, West, 0}, s2mm({1, 2}, 1)}}));
}

TEST(Router, StaysInOneSwitchWhereItCan) {
    const auto routes =
        routed({{"loop", mm2s({0, 2}, 1), {s2mm({0, 2}, 1)}}}, example_device(1, 1));
    EXPECT_EQ(routes[0].hops, std::vector{1});
    EXPECT_EQ(routes[0].connections, (std::vector<Connection>{{mm2s({0, 2}, 1), s2mm({0, 2}, 1)}}));
}

TEST(Router, LeavesAndComesBackWhereTheSwitchDoesNotConnect) {
    const auto routes =
        routed({{"loop", mm2s({0, 2}, 0), {s2mm({0, 2}, 1)}}}, example_device(1, 1));
    EXPECT_EQ(routes[0].hops, std::vector{3});
}

TEST(Router, PassesTheShimMuxWithoutAHop) {
    const auto routes = routed(
        {{"in", mm2s({0, 0}, 1), {s2mm({0, 1}, 0)}}, {"out", mm2s({0, 1}, 0), {s2mm({0, 0}, 0)}}},
        example_device(1, 1));
    EXPECT_EQ(routes[0].hops, std::vector{2});
    EXPECT_EQ(routes[0].connections.front().slave, (Port{{0, 0}, Slave, South, 7}));
    EXPECT_EQ(routes[1].hops, std::vector{2});
    EXPECT_EQ(routes[1].connections.back().master, (Port{{0, 0}, Master, South, 2}));
}

TEST(Router, TakesAShortestWay) {
    const auto routes = routed({{"far", mm2s({0, 0}, 0), {s2mm({7, 5}, 0)}}}, example_device(8, 4));
    EXPECT_EQ(routes[0].hops, std::vector{7 + 5 + 1});
}

TEST(Router, ReachesPortsOtherThanDmas) {
    routed({{"core", {{0, 2}, Slave, Core, 0}, {{{1, 3}, Master, Core, 0}}},
            {"trace", {{1, 3}, Slave, Trace, 1}, {s2mm({0, 0}, 1)}},
            {"control", {{0, 0}, Slave, South, 0}, {{{1, 2}, Master, TileControl, 0}}},
            {"wire", mm2s({0, 3}, 0), {{{0, 0}, Master, South, 4}, s2mm({0, 5}, 0)}}},
           example_device(2, 4));
}

TEST(Router, BroadcastSharesItsTrunk) {
    const Device device = example_device(8, 4);
    Flow broadcast{"A", mm2s({0, 1}, 0), {}};
    std::size_t apart = 0;
    for (int column = 0; column < 8; ++column) {
        const Port sink = s2mm({column, 4}, 0);
        broadcast.sinks.push_back(sink);
        apart += routed({{"a", broadcast.source, {sink}}}, device)[0].connections.size();
    }
    const auto routes = routed({broadcast}, device);
    // One connection in the MemTile, two on the way up, then 8 into DMAs and 7 to the next column.
    EXPECT_EQ(routes[0].connections.size(), 1U + 2U + 8U + 7U);
    EXPECT_LT(routes[0].connections.size(), apart / 2);
    EXPECT_EQ(routes[0].hops, (std::vector{4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST(Router, JoinsPacketsOfOneIdToOneSink) {
    const Device device = example_device(2, 4);
    const Port sink = s2mm({0, 0}, 0);
    std::vector<Flow> flows;
    for (const TileId tile : {TileId{0, 2}, TileId{0, 3}, TileId{1, 2}, TileId{1, 5}})
        flows.push_back(packet("out", mm2s(tile, 0), sink, 0));
    // Also packets of three other ids, and a circuit, which compete for the wires.
    for (int id = 1; id < 4; ++id)
        flows.push_back(packet("other", mm2s({1, 3}, 0), s2mm({0, 0}, 1), id));
    flows.push_back({"circuit", mm2s({0, 3}, 1), {s2mm({0, 1}, 0)}});
    const auto routes = routed(flows, device);
    // The route from core (0,2) is a part of the route from core (0,3) above it.
    for (const Connection& connection : routes[0].connections) {
        if (connection.slave == flows[0].source) continue;
        EXPECT_NE(std::ranges::find(routes[1].connections, connection),
                  routes[1].connections.end());
    }
}

TEST(Router, RefusesPacketsOfOneIdToDifferentSinks) {
    const Device device = example_device(1, 2);
    const std::vector<Flow> flows{packet("a", mm2s({0, 2}, 0), s2mm({0, 0}, 0), 0),
                                  packet("b", mm2s({0, 2}, 0), s2mm({0, 0}, 1), 0)};
    EXPECT_NE(
        refusal(flows, device).find("packet flows of different ids, or of one id to one sink"),
        std::string::npos);
}

TEST(Router, KeepsHopsInTheOrderOfTheSinks) {
    const auto routes =
        routed({{"A", mm2s({0, 2}, 0), {s2mm({3, 2}, 0), s2mm({0, 2}, 0), s2mm({2, 2}, 0)}}},
               example_device(4, 1));
    EXPECT_EQ(routes[0].hops, (std::vector{4, 1, 3}));
}

TEST(Router, TheTreeDoesNotDependOnTheOrderOfTheSinks) {
    const Device device = example_device(4, 4);
    Flow flow{"A", mm2s({1, 1}, 0), {}};
    for (int column = 0; column < 4; ++column) {
        for (int row = 2; row < 6; ++row)
            flow.sinks.push_back(s2mm({column, row}, 0));
    }
    const auto connections = routed({flow}, device)[0].connections;
    std::ranges::reverse(flow.sinks);
    EXPECT_EQ(routed({flow}, device)[0].connections, connections);
}

TEST(Router, FillsEveryLaneIntoAMemTile) {
    routed(gather(0, 4), example_device(1, 4));
}

TEST(Router, GoesRoundThroughTheShimsWhereTheLanesAreTaken) {
    const auto routes = routed(gather(0, 5), example_device(2, 4));
    int detours = 0;
    for (const Route& route : routes)
        detours += columns_of(route).contains(1) ? 1 : 0;
    EXPECT_EQ(detours, 1);
}

TEST(Router, NamesTheFlowsLeftAndThePortsThatRanOut) {
    const std::string message = refusal(gather(0, 5), example_device(1, 4));
    EXPECT_EQ(message.find("1 of 5 flows cannot be routed beside the others: 'C"), 0U) << message;
    EXPECT_NE(message.find("(0,1) slave North: 4 of 4 taken by 'C0', 'C"), std::string::npos)
        << message;
    for (const Flow& flow : gather(0, 5)) {
        EXPECT_NE(message.find("'" + flow.name + "'"), std::string::npos) << message;
    }
}

TEST(Router, PacketFlowsShareAPortAndCircuitFlowsDoNot) {
    const Device device = example_device(1, 4);
    std::vector<Flow> flows = gather(0, 6);
    EXPECT_NE(refusal(flows, device), "");
    for (std::size_t i = 0; i < flows.size(); ++i) {
        flows[i].mode = FlowMode::Packet;
        flows[i].packet_id = static_cast<int>(i);
    }
    EXPECT_EQ(refusal(flows, device), "");
}

TEST(Router, PacketFlowsOfOneIdDoNotMeet) {
    const Device device = example_device(1, 4);
    std::vector<Flow> flows = gather(0, 5);
    for (Flow& flow : flows)
        flow.mode = FlowMode::Packet;
    EXPECT_NE(refusal(flows, device), "");
}

TEST(Router, PacketFlowsMayShareTheirEnds) {
    const auto routes = routed({packet("p0", mm2s({0, 2}, 0), s2mm({0, 1}, 0), 0),
                                packet("p1", mm2s({0, 2}, 0), s2mm({0, 1}, 0), 1)},
                               example_device(1, 1));
    EXPECT_EQ(routes[0].connections.front().slave, routes[1].connections.front().slave);
    EXPECT_EQ(routes[0].connections.back().master, routes[1].connections.back().master);
}

TEST(Router, PacketsOfManyIdsTakeOneMatchSlotWhereTheyGoTogether) {
    Device device = example_device(1, 1);
    std::vector<Flow> flows;
    for (int id = 0; id < 8; ++id)
        flows.push_back(packet(fmt::format("p{}", id), mm2s({0, 2}, 0), s2mm({0, 1}, 0), id));
    EXPECT_EQ(refusal(flows, device), "");
    device.comp_tile.stream_switch.packet_slots = 1;
    EXPECT_EQ(refusal(flows, device), "");
}

TEST(Router, PacketsOfManyIdsGoTogetherUntilTheyFindSlots) {
    // There are four match slots at the core's port and at each port where the packets arrive,
    // fewer than the eight ids, of which four end in the MemTile and four go through it to the
    // shim.
    const Device device = example_device(1, 1);
    std::vector<Flow> flows;
    for (const int id : {0, 3, 5, 6})
        flows.push_back(packet(fmt::format("p{}", id), mm2s({0, 2}, 0), s2mm({0, 1}, 0), id));
    for (const int id : {1, 2, 4, 7})
        flows.push_back(packet(fmt::format("p{}", id), mm2s({0, 2}, 0), s2mm({0, 0}, 0), id));
    EXPECT_EQ(refusal(flows, device), "");
}

TEST(Router, SaysWhereMatchSlotsRunOut) {
    Device device = example_device(1, 1);
    const std::vector<Flow> flows = {packet("p0", mm2s({0, 2}, 0), s2mm({0, 1}, 0), 0),
                                     packet("p1", mm2s({0, 2}, 0), s2mm({0, 0}, 0), 1)};
    EXPECT_EQ(refusal(flows, device), "");
    device.comp_tile.stream_switch.packet_slots = 1;
    device.mem_tile.stream_switch.packet_slots = 1;
    EXPECT_EQ(refusal(flows, device), "") << "through the shim, and one back";
    device.shim_tile.stream_switch.packet_slots = 1;
    EXPECT_EQ(refusal(flows, device),
              "1 of 2 flows cannot be routed beside the others: 'p1'; out of ports:\n"
              "  (0,2) slave DMA:0 taken by 'p0'; match slots that tell its packet flows apart: "
              "1");
}

TEST(Router, PacketsGoTogetherWhereASwitchHasOneArbiter) {
    Device device = example_device(2, 4);
    const std::vector<Flow> flows = {packet("up", mm2s({0, 2}, 0), s2mm({0, 4}, 0), 0),
                                     packet("down", mm2s({0, 2}, 1), s2mm({0, 1}, 0), 1)};
    const auto out_of_the_first = [&] {
        std::set<Port> masters;
        for (const Route& route : routed(flows, device))
            masters.insert(route.connections.front().master);
        return masters.size();
    };
    EXPECT_EQ(out_of_the_first(), 2U);
    device.comp_tile.stream_switch.arbiters = 1;
    EXPECT_EQ(out_of_the_first(), 2U) << "one arbiter has four selects";
    device.comp_tile.stream_switch.msels = 1;
    EXPECT_EQ(out_of_the_first(), 1U);
}

TEST(Router, SaysWhereArbitersRunOut) {
    Device device = example_device(1, 1);
    const std::vector<Flow> flows = {packet("p0", mm2s({0, 2}, 0), s2mm({0, 1}, 0), 0),
                                     packet("p1", mm2s({0, 2}, 1), s2mm({0, 1}, 1), 1)};
    EXPECT_EQ(refusal(flows, device), "");
    device.mem_tile.stream_switch.arbiters = 1;
    device.mem_tile.stream_switch.msels = 1;
    EXPECT_EQ(refusal(flows, device),
              "1 of 2 flows cannot be routed beside the others: 'p1'; out of ports:\n"
              "  (0,1) master DMA:1; arbiters of its switch: 1");
}

/// Cost of hops, which in one column is `factor` times as high as elsewhere.
class DearColumn final : public RoutingCost {
 public:
    DearColumn(int column, double factor) : column_{column}, factor_{factor} {}
    [[nodiscard]] double of(const Port& port, const Congestion& congestion) const override {
        const double cost = hops_.of(port, congestion);
        return port.tile.column == column_ && cost > 0 ? cost * factor_ : cost;
    }
    [[nodiscard]] double lower_bound_per_hop() const override {
        return hops_.lower_bound_per_hop();
    }

 private:
    HopCost hops_;
    int column_;
    double factor_;
};

constexpr double kBarred = std::numeric_limits<double>::infinity();

TEST(Router, FollowsTheCostThatItIsGiven) {
    const Device device = example_device(2, 4);
    const std::vector<Flow> up{{"up", mm2s({1, 2}, 0), {s2mm({1, 5}, 0)}}};
    EXPECT_EQ(routed(up, device)[0].hops, std::vector{4});
    EXPECT_EQ(columns_of(routed(up, device)[0]), std::set{1});
    // Three wires in column 1 would cost 30. The detour has only one wire there, its last.
    EXPECT_EQ(routed(up, device, DearColumn{1, 10})[0].hops, std::vector{6});
    EXPECT_EQ(columns_of(routed(up, device, DearColumn{1, 10})[0]), (std::set{0, 1}));
}

TEST(Router, StaysOnTheWayThatSomebodyHasChosen) {
    // From the south-west to the north-east corner of a square, along either side.
    const std::vector<Flow> flows{{"a", mm2s({0, 2}, 0), {s2mm({1, 3}, 0)}},
                                  {"b", mm2s({0, 2}, 1), {s2mm({1, 3}, 1)}}};
    const Way over_the_west{{{0, 2}, {0, 3}}, {{0, 3}, {1, 3}}};
    const Way over_the_east{{{0, 2}, {1, 2}}, {{1, 2}, {1, 3}}};
    const Device device = example_device(2, 4);
    const RoutingGraph graph{device};
    const auto tiles_of = [](const Route& route) {
        std::vector<TileId> tiles;
        for (const Connection& connection : route.connections)
            tiles.push_back(connection.slave.tile);
        return tiles;
    };
    for (const auto& [a, b] :
         {std::pair{over_the_west, over_the_east}, std::pair{over_the_east, over_the_west},
          std::pair{over_the_west, over_the_west}}) {
        const auto routes = route(flows, graph, HopCost{}, {}, std::vector{a, b});
        EXPECT_EQ(tiles_of(routes[0]), (std::vector<TileId>{{0, 2}, a[0].to, {1, 3}}));
        EXPECT_EQ(tiles_of(routes[1]), (std::vector<TileId>{{0, 2}, b[0].to, {1, 3}}));
    }
    // Only the first flow has a given way; the second is free.
    const std::vector<Way> of_the_first{over_the_east};
    EXPECT_EQ(tiles_of(route(flows, graph, HopCost{}, {}, of_the_first)[0])[1], (TileId{1, 2}));
}

TEST(Router, KeepsOutOfABarredColumn) {
    const Device device = example_device(2, 4);
    EXPECT_EQ(refusal(gather(0, 5), device), "");
    EXPECT_NE(refusal(gather(0, 5), device, DearColumn{1, kBarred}), "");
}

TEST(Router, SaysWhenThereIsNoWayAtAll) {
    EXPECT_EQ(refusal({{"across", mm2s({0, 2}, 0), {s2mm({2, 2}, 0)}}}, example_device(3, 1),
                      DearColumn{1, kBarred}),
              "flow 'across': the switches offer no way from (0,2) slave DMA:0 to (2,2) master "
              "DMA:0, even with all ports free");
}

/// A given route stays as it is, and the other flows use the ports that it leaves free.
TEST(Router, KeepsGivenRoutesOfABroadcastAndRoutesTheOthersBesideThem) {
    const Device device = example_device(4, 2);
    const RoutingGraph graph{device};
    std::vector<Flow> flows{
        {"A", mm2s({0, 1}, 0), {s2mm({0, 2}, 0), s2mm({1, 2}, 0), s2mm({3, 3}, 0)}}};
    const std::vector<Route> given = routed(flows, device);
    for (int column = 0; column < 4; ++column)
        flows.push_back({"B", mm2s({column, 1}, 1), {s2mm({column, 2}, 1), s2mm({column, 3}, 1)}});
    const std::vector<Route> routes = route(flows, graph, HopCost{}, given);
    expect_legal(flows, routes, device);
    ASSERT_EQ(routes.size(), flows.size());
    EXPECT_EQ(routes[0].connections.size(), given[0].connections.size());
    for (std::size_t i = 0; i < given[0].connections.size(); ++i) {
        EXPECT_EQ(routes[0].connections[i].slave, given[0].connections[i].slave);
        EXPECT_EQ(routes[0].connections[i].master, given[0].connections[i].master);
    }
}

TEST(Router, JoinsPacketsToThoseOfTheirIdWhoseRouteIsGiven) {
    const Device device = example_device(2, 4);
    const RoutingGraph graph{device};
    const Port sink = s2mm({0, 0}, 0);
    // The given route makes a detour through the other column.
    std::vector<Flow> flows{packet("given", mm2s({0, 4}, 0), sink, 0)};
    const std::vector<Route> given = routed(flows, device, DearColumn{0, 5});
    int joined = 0;
    for (const TileId tile : {TileId{1, 5}, TileId{1, 3}, TileId{1, 2}, TileId{0, 2}}) {
        flows.push_back(packet("later", mm2s(tile, 0), sink, 0));
        const std::vector<Route> routes = route(flows, graph, HopCost{}, given);
        expect_legal(flows, routes, device);
        for (const Connection& connection : routes.back().connections)
            joined +=
                std::ranges::find(given[0].connections, connection) != given[0].connections.end()
                    ? 1
                    : 0;
    }
    EXPECT_GT(joined, 4);
}

TEST(Router, RoutesNothing) {
    EXPECT_TRUE(routed({}, example_device(1, 1)).empty());
}

}  // namespace
}  // namespace xdnasim::routing
