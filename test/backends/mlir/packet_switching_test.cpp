// Arbiters and selects for packets that share the ports of a switch.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/mlir/write_parts.hpp"
#include "base/error.hpp"
#include "test/backends/mlir/example_problems.hpp"
#include "test/backends/mlir/schedule_objects.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/workloads/design/scattered_packets.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Bundle;
using arch::PortSide;

class PacketSwitching : public testing::Test {
 protected:
    static constexpr arch::TileId kTile{0, 2};

    /// Adds a packet flow from slave port South:`from` of the tile to its master ports North:`to`.
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

TEST_F(PacketSwitching, LetsFlowsToOtherPortsShareAnArbiterWhereThereAreTooFew) {
    device_.comp_tile.stream_switch.arbiters = 2;
    for (const int channel : {0, 1, 2})
        add_flow(channel, {channel});
    const std::vector<ArbiterSelect> all = selects();
    std::set<int> arbiters;
    for (const ArbiterSelect& select : all)
        arbiters.insert(select.arbiter);
    EXPECT_EQ(arbiters, (std::set{0, 1}));
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
    device_.comp_tile.stream_switch.msels = 1;
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
    // IDs 0 to 3 and 6 go one way, 5 another: a single slot matches 0 to 3.
    add_flow(0, {2});
    add_flow(0, {1});
    EXPECT_EQ(selects().size(), 4U);
    // IDs 7 and 9 go a third way, but a slot that matches both also matches 5. Five slots: 0 to 3;
    // 6 and 8; 5; 7; 9.
    add_flow(0, {3});
    add_flow(0, {1});
    add_flow(0, {3});
    EXPECT_EQ(input_error([&] { static_cast<void>(selects()); }),
              "the packet flows through the switch of (0,2) need 5 match slots of one port; it has "
              "4");
}

TEST_F(PacketSwitching, TakesSeveralIdsInOneRuleWhereAPortHasFewerSlotsThanIds) {
    for (int id = 0; id < 4; ++id)
        add_flow(0, {1});
    for (int id = 4; id < 8; ++id)
        add_flow(0, {2});
    const std::vector<PacketRule> rules = packet_rules(schedule_, device_, kTile);
    ASSERT_EQ(rules.size(), 2U);
    int taken = 0;
    for (const PacketRule& rule : rules)
        for (const Passing& passing : rule.flows) {
            const auto flow = static_cast<std::size_t>(passing.flow);
            EXPECT_EQ(schedule_.flows[flow].packet_id & rule.mask, rule.value);
            EXPECT_TRUE(rule.masters.contains(schedule_.routes[flow].connections[0].master));
            ++taken;
        }
    EXPECT_EQ(taken, 8);
}

TEST_F(PacketSwitching, MakesOneRuleOfFlowsOfOneIdThatComeInTogether) {
    add_flow(0, {1});
    add_flow(0, {1});
    schedule_.flows[1].packet_id = schedule_.flows[0].packet_id;
    const std::vector<PacketRule> rules = packet_rules(schedule_, device_, kTile);
    ASSERT_EQ(rules.size(), 1U);
    EXPECT_EQ(rules.front().flows.size(), 2U);
}

TEST(PacketRules, AreReadBackWhereTheyTakeSeveralFlows) {
    const TemporaryFolder folder;
    const problem::Problem problem = problem::load_problem(
        folder.write("aie.mlir", design::scattered_packets({0, 3, 5, 6, 1, 2, 4, 7})), {});
    const schedule::Schedule before = problem::map_problem(problem);
    const std::string written = write(before, problem.device, Release::Current);
    EXPECT_NE(written.find("loc(fused<[2, 3, 6, 7]>["), std::string::npos);
    const schedule::Schedule after =
        design::read_design(written, "aie.mlir", problem.device, {}).schedule;
    EXPECT_EQ(first_difference(before, after), std::nullopt);
    EXPECT_EQ(write(after, problem.device, Release::Current), written);
}

}  // namespace
}  // namespace xdnasim::mlir
