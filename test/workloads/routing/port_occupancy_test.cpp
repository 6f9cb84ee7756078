#include "workloads/routing/port_occupancy.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "test/arch/example_device.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::routing {
namespace {

using schedule::Flow;
using schedule::FlowMode;

constexpr arch::Port kWireEnd{{0, 2}, arch::PortSide::Slave, arch::Bundle::North, 0};

class PortOccupancyTest : public testing::Test {
 protected:
    static Flow packet(int id) { return {"", {}, {}, FlowMode::Packet, id}; }

    arch::Device device_ = arch::example_device(1, 4);
    arch::RoutingGraph graph_{device_};
    PortOccupancy::Vertex port_ = graph_.vertex(kWireEnd).value();
    std::vector<Flow> flows_{{}, {}, packet(1), packet(2), packet(2)};
    PortOccupancy occupancy_{flows_, graph_};
};

TEST_F(PortOccupancyTest, ASecondCircuitIsOneTooMany) {
    EXPECT_EQ(occupancy_.overuse_with(port_, 0), 0);
    occupancy_.add(0, port_);
    EXPECT_EQ(occupancy_.overuse(port_), 0);
    EXPECT_EQ(occupancy_.overuse_with(port_, 1), 1);
    occupancy_.add(1, port_);
    EXPECT_EQ(occupancy_.overuse(port_), 1);
    occupancy_.remove(0, port_);
    EXPECT_EQ(occupancy_.overuse(port_), 0);
}

TEST_F(PortOccupancyTest, ACircuitLeavesNoRoomForPackets) {
    occupancy_.add(2, port_);
    EXPECT_EQ(occupancy_.overuse_with(port_, 0), 1);
    EXPECT_EQ(occupancy_.overuse_with(port_, 3), 0);
}

TEST_F(PortOccupancyTest, PacketsOfOneIdCollide) {
    occupancy_.add(2, port_);
    occupancy_.add(3, port_);
    EXPECT_EQ(occupancy_.overuse_with(port_, 4), 1);
}

TEST_F(PortOccupancyTest, APortHasNoRoomForFlowsThatAreToBeKeptApart) {
    const std::vector<FlowPair> apart{{3, 2}};
    PortOccupancy occupancy{flows_, graph_, apart};
    occupancy.add(2, port_);
    EXPECT_EQ(occupancy.overuse(port_), 0);
    EXPECT_EQ(occupancy.overuse_with(port_, 3), 1);
    occupancy.add(3, port_);
    EXPECT_EQ(occupancy.overuse(port_), 1);
    EXPECT_EQ(occupancy_.overuse_with(port_, 3), 0) << "which is free for others";
}

/// Match slots of a port that has four, for six packet flows with the ids 0 to 5.
class MatchSlotsOfAPort : public testing::Test {
 protected:
    MatchSlotsOfAPort() {
        for (std::size_t flow = 0; flow < flows_.size(); ++flow)
            flows_[flow] = {"", {}, {}, FlowMode::Packet, static_cast<int>(flow)};
    }
    void add(std::size_t flow, PortOccupancy::Vertex next) {
        occupancy_.add(flow, port_);
        occupancy_.lead(flow, port_, next);
    }
    [[nodiscard]] PortOccupancy::Vertex master(arch::Bundle bundle) const {
        return graph_.vertex({{0, 2}, arch::PortSide::Master, bundle, 0}).value();
    }

    arch::Device device_ = arch::example_device(1, 4);
    arch::RoutingGraph graph_{device_};
    PortOccupancy::Vertex port_ = graph_.vertex(kWireEnd).value();
    PortOccupancy::Vertex south_ = master(arch::Bundle::South);
    PortOccupancy::Vertex dma_ = master(arch::Bundle::Dma);
    std::vector<Flow> flows_{6};
    PortOccupancy occupancy_{flows_, graph_};
};

TEST_F(MatchSlotsOfAPort, SufficeForAllFlowsThatGoOnTogether) {
    for (std::size_t flow = 0; flow < flows_.size(); ++flow)
        add(flow, south_);
    EXPECT_EQ(occupancy_.overuse(port_), 0);
}

TEST_F(MatchSlotsOfAPort, AreMissingForAnIdThatNoMaskTakesWithOthersOfItsWay) {
    // A mask under which 0 and 3 share a slot lets 1 and 2 in as well, so that each of the four ids
    // takes a slot of its own.
    for (const std::size_t flow : {0U, 3U})
        add(flow, south_);
    for (const std::size_t flow : {1U, 2U})
        add(flow, dma_);
    EXPECT_EQ(occupancy_.overuse(port_), 0);
    // 5 differs from 1 in one bit, so that they can share a slot, and from 0 and 3 in two bits.
    EXPECT_EQ(occupancy_.rules_missing_for(5, port_, dma_), 0);
    EXPECT_EQ(occupancy_.rules_missing_for(5, port_, south_), 1);
    EXPECT_EQ(occupancy_.overuse_with(port_, 5), 0) << "which is one more if it goes south";
    add(5, south_);
    EXPECT_EQ(occupancy_.overuse(port_), 1);
    occupancy_.remove(5, port_);
    EXPECT_EQ(occupancy_.overuse(port_), 0);
}

TEST_F(PortOccupancyTest, HistorySumsTheOveruseOfTheRounds) {
    occupancy_.add(0, port_);
    EXPECT_FALSE(occupancy_.close_round());
    EXPECT_EQ(occupancy_.history(port_), 0);
    occupancy_.add(1, port_);
    EXPECT_TRUE(occupancy_.close_round());
    EXPECT_TRUE(occupancy_.close_round());
    EXPECT_EQ(occupancy_.history(port_), 2);
}

TEST(Router, GivesPacketsOfFlowsThatAreToBeKeptApartPortsOfTheirOwn) {
    const arch::Device device = arch::example_device(2, 4);
    const arch::RoutingGraph graph{device};
    std::vector<Flow> flows;
    for (int id = 0; id < 2; ++id)
        flows.push_back({"",
                         arch::dma_port({0, 2}, arch::Direction::MM2S, id),
                         {arch::dma_port({0, 3}, arch::Direction::S2MM, id)},
                         FlowMode::Packet,
                         id});
    const auto shared = [](const std::vector<schedule::Route>& routes) {
        std::set<arch::Port> masters;
        int count = 0;
        for (const schedule::Route& route : routes)
            for (const schedule::Connection& connection : route.connections)
                count += masters.insert(connection.master).second ? 0 : 1;
        return count;
    };
    EXPECT_GT(shared(route(flows, graph)), 0) << "packets take the nearest wire";
    const std::vector<FlowPair> apart{{0, 1}};
    EXPECT_EQ(shared(route(flows, graph, HopCost{}, {}, {}, apart)), 0);
}

TEST(HopCost, PricesAWireOnceAtItsFarEnd) {
    const HopCost cost;
    EXPECT_EQ(cost.of(kWireEnd, {}), cost.lower_bound_per_hop());
    EXPECT_EQ(cost.of({{0, 3}, arch::PortSide::Master, arch::Bundle::South, 0}, {}), 0);
}

TEST(HopCost, RisesWithOveruseHistoryAndRound) {
    const HopCost cost;
    const Congestion once{.overuse = 1, .history = 0, .round = 0};
    EXPECT_GT(cost.of(kWireEnd, once), cost.of(kWireEnd, {}));
    EXPECT_GT(cost.of(kWireEnd, {.overuse = 2, .history = 0, .round = 0}), cost.of(kWireEnd, once));
    EXPECT_GT(cost.of(kWireEnd, {.overuse = 1, .history = 0, .round = 1}), cost.of(kWireEnd, once));
    EXPECT_GT(cost.of(kWireEnd, {.overuse = 0, .history = 1, .round = 0}), cost.of(kWireEnd, {}));
}

}  // namespace
}  // namespace xdnasim::routing
