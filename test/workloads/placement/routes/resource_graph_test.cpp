#include "workloads/placement/routes/resource_graph.hpp"

#include <map>

#include <gtest/gtest.h>

#include "test/workloads/placement/strix.hpp"

namespace xdnasim::placement {
namespace {

std::map<Transport, int> edges_by_transport(const ResourceGraph& resources) {
    std::map<Transport, int> counts;
    const auto [begin, end] = boost::edges(resources.graph());
    for (auto edge = begin; edge != end; ++edge)
        ++counts[resources.graph()[*edge].transport];
    return counts;
}

TEST(ResourceGraph, HasTheNodesAndEdgesOfTheAuthorsImplementation) {
    const Array array = strix();
    const ResourceGraph resources{array, PacketArea::Cores};
    EXPECT_EQ(boost::num_vertices(resources.graph()), 144U);
    EXPECT_EQ(boost::num_edges(resources.graph()), 598U);
    const std::map<Transport, int> expected{{Transport::Circuit, 246},
                                            {Transport::Packet, 168},
                                            {Transport::Neighbour, 152},
                                            {Transport::OwnTile, 32}};
    EXPECT_EQ(edges_by_transport(resources), expected);
}

TEST(ResourceGraph, HasPacketsOnEverySegmentWhereAllStreamsMayBePackets) {
    const Array array = strix();
    const auto counts = edges_by_transport(ResourceGraph{array, PacketArea::Array});
    EXPECT_EQ(counts.at(Transport::Packet), counts.at(Transport::Circuit));
}

TEST(ResourceGraph, HoldsWhatTheHardwareHas) {
    const Array array = strix();
    const ResourceGraph resources{array, PacketArea::Cores};
    const auto capacity = [&](arch::TileId from, NodeKind a, arch::TileId to, NodeKind b) {
        const auto [edge, exists] =
            boost::edge(resources.vertex(from, a), resources.vertex(to, b), resources.graph());
        return exists ? resources.capacity(*resources.graph()[edge].segment) : 0;
    };
    constexpr auto kSwitch = NodeKind::Switch;
    EXPECT_EQ(capacity({1, 3}, kSwitch, {1, 4}, kSwitch), 6);  // north
    EXPECT_EQ(capacity({1, 4}, kSwitch, {1, 3}, kSwitch), 4);  // south
    EXPECT_EQ(capacity({1, 4}, kSwitch, {2, 4}, kSwitch), 4);  // east
    EXPECT_EQ(capacity({1, 1}, kSwitch, {2, 1}, kSwitch), 0);  // none between MemTiles
    EXPECT_EQ(capacity({1, 0}, kSwitch, {2, 0}, kSwitch), 4);
    EXPECT_EQ(capacity({1, 1}, NodeKind::Source, {1, 1}, kSwitch), 6);
    EXPECT_EQ(capacity({1, 0}, kSwitch, {1, 0}, NodeKind::Sink), 2);
}

}  // namespace
}  // namespace xdnasim::placement
