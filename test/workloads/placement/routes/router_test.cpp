#include "workloads/placement/routes/router.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/placement/strix.hpp"

namespace xdnasim::placement {
namespace {

Solution routed(const Netlist& netlist, const Array& array, Placement placement,
                StreamMode mode = StreamMode::Mixed) {
    Routes routes = make_negotiating_router(array, mode)->route(netlist, placement);
    return {std::move(placement), std::move(routes)};
}

TEST(Router, FindsTheRoutesOfTheWorkedExample) {
    const Array array = strix();
    const Netlist netlist = netlist::suite_netlist("line_ps_01");
    const Solution solution =
        routed(netlist, array, place_in_order(netlist, array, ColumnOrder::FromTheSouth));
    const Cost cost = cost_of(netlist, array, solution);
    EXPECT_DOUBLE_EQ(cost.neighbours, 0.1);
    EXPECT_DOUBLE_EQ(cost.circuits, 3 + 3 + 4 + 3);
    EXPECT_NEAR(cost.memory, 15.36, 1e-9);
    EXPECT_NEAR(cost.total(), 28.46, 1e-9);
    const Measures measures = measures_of(netlist, array, solution);
    EXPECT_EQ(measures.route_length, 5);
    EXPECT_EQ(measures.shared_nets, 1);
    EXPECT_EQ(measures.buffers, arch::Bytes{5 * 2048});
}

TEST(Router, TakesTheShortestWayAtTheCostOfItsKind) {
    const Array array = strix();
    Netlist netlist = cores(2);
    connect(netlist, 0, {1});
    const Placement placement{{{0, 2}, {3, 3}}};
    const Solution circuit = routed(netlist, array, placement);
    EXPECT_DOUBLE_EQ(cost_of(netlist, array, circuit).circuits, 6);
    const Solution packet = routed(netlist, array, placement, StreamMode::Packet);
    EXPECT_DOUBLE_EQ(cost_of(netlist, array, packet).packets, 9);
    EXPECT_EQ(packet.routes[0].hops.size(), 4U);
}

/// Expects that the route is a tree: each hop leads from a tile that the tree has reached to a
/// neighbouring tile, and every sink is reached.
void expect_tree(const Netlist& netlist, const Placement& placement, NetId id,
                 const NetRoute& route) {
    const Net& net = netlist.net(id);
    std::set<arch::TileId> reached{placement.of(net.source)};
    for (const Hop& hop : route.hops) {
        EXPECT_EQ(distance(hop.from, hop.to), 1);
        EXPECT_TRUE(reached.contains(hop.from));
        EXPECT_TRUE(reached.insert(hop.to).second) << "a tree enters a tile once";
    }
    for (const CoreId sink : net.sinks)
        EXPECT_TRUE(reached.contains(placement.of(sink)));
}

TEST(Router, GivesEveryStreamATreeFromItsSourceToItsSinks) {
    const Array array = strix();
    int streams = 0;
    for (const std::string& name : netlist::suite_names()) {
        const Netlist netlist = netlist::suite_netlist(name);
        const Solution solution =
            routed(netlist, array, place_in_order(netlist, array, ColumnOrder::Alternating));
        for (NetId id = 0; id < netlist.net_count(); ++id) {
            const NetRoute& route = solution.routes[static_cast<std::size_t>(id)];
            if (!is_stream(route.transport)) continue;
            expect_tree(netlist, solution.placement, id, route);
            ++streams;
        }
    }
    EXPECT_GT(streams, 3000);
}

TEST(Router, GoesRoundALinkThatIsFull) {
    const Array array = strix();
    // In row 2, three cores send two nets each to the core three columns to the east. Of the six
    // nets, four fit on the direct link between columns 2 and 3; two take a detour of two hops.
    Netlist netlist = cores(6);
    for (const CoreId core : {0, 1, 2}) {
        connect(netlist, core, {core + 3});
        connect(netlist, core, {core + 3});
    }
    const Placement placement{{{0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}}};
    const Solution solution = routed(netlist, array, placement, StreamMode::Circuit);
    EXPECT_TRUE(breaches(netlist, array, solution).empty());
    EXPECT_EQ(measures_of(netlist, array, solution).route_length, 6 * 3 + 2 * 2);
}

TEST(Router, TurnsNetsIntoPacketsWhereChannelsAreShort) {
    const Array array = strix();
    Netlist netlist = cores(7);
    for (CoreId sink = 1; sink <= 6; ++sink)
        connect(netlist, 0, {sink});
    const Placement placement{{{3, 3}, {0, 2}, {0, 4}, {6, 2}, {6, 4}, {5, 5}, {1, 5}}};
    const Solution mixed = routed(netlist, array, placement);
    EXPECT_TRUE(breaches(netlist, array, mixed).empty());
    // At most one of the source's two channels carries a circuit.
    EXPECT_GE(measures_of(netlist, array, mixed).packet_nets, 5);
    const Solution circuits = routed(netlist, array, placement, StreamMode::Circuit);
    EXPECT_EQ(breaches(netlist, array, circuits).front().excess(), 4);
}

}  // namespace
}  // namespace xdnasim::placement
