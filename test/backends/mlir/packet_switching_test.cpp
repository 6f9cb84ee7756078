// Arbiters and selects for packets that share the ports of a switch.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/mlir/write_parts.hpp"
#include "base/error.hpp"
#include "test/backends/mlir/example_problems.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Bundle;
using arch::PortSide;

class PacketSwitching : public testing::Test {
 protected:
    static constexpr arch::TileId kTile{0, 2};

    /// A flow from South:`from` of the tile to some of its North ports.
    void add_flow(int from, const std::vector<int>& to) {
        schedule::Flow flow;
        flow.mode = schedule::FlowMode::Packet;
        flow.packet_id = static_cast<int>(schedule_.flows.size());
        schedule::Route route;
        for (const int channel : to)
            route.connections.push_back({{kTile, PortSide::Slave, Bundle::South, from},
                                         {kTile, PortSide::Master, Bundle::North, channel}});
        schedule_.flows.push_back(flow);
        schedule_.routes.push_back(route);
    }
    [[nodiscard]] std::vector<ArbiterSelect> selects() const {
        std::vector<ArbiterSelect> selects;
        for (const PacketRule& rule : packet_rules(schedule_, device_, kTile))
            selects.push_back(rule.select);
        return selects;
    }

    arch::Device device_ = load({"", "gemm_any.yaml", {}}).device;
    schedule::Schedule schedule_;
};

TEST_F(PacketSwitching, GivesFlowsToTheSamePortsOneSelect) {
    add_flow(0, {1});
    add_flow(2, {1});
    EXPECT_EQ(selects()[0], selects()[1]);
}

TEST_F(PacketSwitching, GivesFlowsToOtherPortsArbitersOfTheirOwn) {
    add_flow(0, {1});
    add_flow(0, {2});
    EXPECT_NE(selects()[0].arbiter, selects()[1].arbiter);
}

TEST_F(PacketSwitching, GivesFlowsThatShareSomePortsOneArbiter) {
    add_flow(0, {1});
    add_flow(1, {2});
    add_flow(2, {1, 2});
    const std::vector<ArbiterSelect> all = selects();
    EXPECT_EQ(all[0].arbiter, all[1].arbiter);
    EXPECT_EQ(all[0].arbiter, all[2].arbiter);
    EXPECT_THAT(std::set(all.begin(), all.end()), testing::SizeIs(3));
}

TEST_F(PacketSwitching, MakesOneRuleOfABroadcast) {
    add_flow(0, {1, 2, 3});
    const std::vector<PacketRule> rules = packet_rules(schedule_, device_, kTile);
    ASSERT_EQ(rules.size(), 1U);
    EXPECT_EQ(rules.front().masters.size(), 3U);
}

TEST_F(PacketSwitching, RefusesMoreThanTheSwitchHas) {
    device_.comp_tile.stream_switch.arbiters = 2;
    for (const int channel : {0, 1, 2})
        add_flow(channel, {channel});
    try {
        static_cast<void>(selects());
        FAIL() << "three arbiters of two";
    } catch (const base::InputError& error) {
        EXPECT_STREQ(error.what(),
                     "the packet flows through the switch of (0,2) need 3 arbiters; it has 2");
    }
}

TEST_F(PacketSwitching, RefusesMoreIdsThanAPortHasMatchSlots) {
    for (int id = 0; id < 4; ++id)
        add_flow(0, {1});
    EXPECT_EQ(selects().size(), 4U);
    // Another port has slots of its own.
    add_flow(1, {1});
    EXPECT_EQ(selects().size(), 5U);
    add_flow(0, {1});
    add_flow(0, {1});
    EXPECT_EQ(input_error([&] { static_cast<void>(selects()); }),
              "the packet flows through the switch of (0,2) need 6 match slots of one port; it has "
              "4");
}

}  // namespace
}  // namespace xdnasim::mlir
