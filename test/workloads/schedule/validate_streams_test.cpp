#include <bit>

#include "arch/routing_graph.hpp"
#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bundle;
using arch::Direction;
using arch::Port;
using arch::PortSide;

class ValidateStreams : public Validation {
 protected:
    /// Place of a breach as text, such as "flow 'in' at (0,0) slave South:3".
    static std::string at(const std::string& name, const Port& port) {
        return "flow '" + name + "' at " + to_string(port);
    }

    /// Adds a copy of the flow `name` and of its route, as packets with this id.
    void add_packets(const std::string& name, int id) {
        Flow packets = flow(name);
        packets.name = "id " + std::to_string(id);
        packets.mode = FlowMode::Packet;
        packets.packet_id = id;
        const Route same = route(name);
        schedule.flows.push_back(packets);
        schedule.routes.push_back(same);
    }

    /// Replaces the flow from the MemTile to the core by `count` packet flows with ids from 0 on.
    void replace_by_packets(int count) {
        for (int id = 0; id < count; ++id)
            add_packets("to core", id);
        schedule.flows.erase(schedule.flows.begin() + 1);
        schedule.routes.erase(schedule.routes.begin() + 1);
        for (const int each : {2, 3})
            bd(kMem, each).packet = PacketHeader{.id = 0};
    }
};

TEST_F(ValidateStreams, NamesAFlowWithoutSink) {
    flow("in").sinks.clear();
    EXPECT_TRUE(has_breach("flow 'in'", "has no sink"));
}

TEST_F(ValidateStreams, NamesASinkGivenTwice) {
    flow("in").sinks.push_back(flow("in").sinks.front());
    route("in").hops.push_back(route("in").hops.front());
    EXPECT_TRUE(only_breach("flow 'in' at (0,1) master DMA:0", "more than once"));
}

TEST_F(ValidateStreams, NamesAnEndThatFacesTheWrongWay) {
    flow("in").source.side = PortSide::Master;
    EXPECT_TRUE(has_breach("flow 'in' at (0,0) master DMA:0", "is a master port"));
    flow("out").sinks[0].side = PortSide::Slave;
    EXPECT_TRUE(has_breach("flow 'out' at (0,0) slave DMA:0", "is a slave port"));
}

TEST_F(ValidateStreams, NamesAPortThatDoesNotExist) {
    flow("in").sinks[0].channel = 6;
    EXPECT_TRUE(has_breach("flow 'in' at (0,1) master DMA:6", "mem tile (0,1) has 6 of these"));
}

TEST_F(ValidateStreams, NamesADmaChannelWithoutTask) {
    channel_of(program(kMem), arch::Direction::S2MM, 0).tasks.clear();
    EXPECT_TRUE(only_breach("flow 'in' at (0,1) master DMA:0", "has no task"));
}

TEST_F(ValidateStreams, NamesAShimChannelThatTheSequenceNeverPushes) {
    schedule.sequence.erase(schedule.sequence.begin() + 1);
    EXPECT_TRUE(only_breach("flow 'in' at (0,0) slave DMA:0", "has no task"));
}

TEST_F(ValidateStreams, NamesAFlowWithoutRoute) {
    schedule.routes.pop_back();
    EXPECT_TRUE(only_breach("flow 'out'", "has no route"));
}

TEST_F(ValidateStreams, NamesRoutesOfNoFlow) {
    schedule.routes.push_back(schedule.routes.back());
    EXPECT_TRUE(only_breach("routes", "are 5; there are 4 flows"));
}

TEST_F(ValidateStreams, NamesAWrongNumberOfHopCounts) {
    route("in").hops.clear();
    EXPECT_TRUE(only_breach("flow 'in'", "hop counts of 0 sinks; it has 1"));
}

TEST_F(ValidateStreams, NamesAWrongHopCount) {
    route("in").hops[0] = 3;
    EXPECT_TRUE(only_breach("flow 'in' at (0,1) master DMA:0",
                            "said to be 3 hops away; the route "
                            "passes 2 switches"));
}

TEST_F(ValidateStreams, NamesAConnectionThatTheSwitchCannotMake) {
    Connection& crossing = route("out").connections.front();  // DMA to South in the mem tile
    crossing.master = {kMem, PortSide::Master, Bundle::Dma, 0};
    EXPECT_TRUE(has_breach(at("out", crossing.slave),
                           "connected to (0,1) master DMA:0, which this switch cannot do"));
}

TEST_F(ValidateStreams, NamesBothEndsOfAGapInTheRoute) {
    const Connection first = route("in").connections.at(0);
    const Connection second = route("in").connections.at(1);
    route("in").connections.pop_back();
    EXPECT_TRUE(has_breach(at("in", second.slave), "goes no further"));
    EXPECT_TRUE(has_breach("flow 'in' at (0,1) master DMA:0", "is not reached"));
    route("in").connections = {second};
    EXPECT_TRUE(has_breach(at("in", first.slave), "goes no further"));
    EXPECT_TRUE(has_breach(at("in", second.slave), "is not fed"));
}

TEST_F(ValidateStreams, NamesAConnectionBeforeTheOneThatFeedsIt) {
    std::swap(route("in").connections.at(0), route("in").connections.at(1));
    EXPECT_TRUE(only_breach(at("in", route("in").connections.at(0).slave), "connection before it"));
}

TEST_F(ValidateStreams, NamesAPortDrivenTwice) {
    route("in").connections.push_back(route("in").connections.back());
    EXPECT_TRUE(only_breach("flow 'in' at (0,1) master DMA:0", "driven more than once"));
}

TEST_F(ValidateStreams, NamesABranchThatEndsAtNoSink) {
    Connection branch = route("in").connections.back();
    branch.master.channel = 4;
    route("in").connections.push_back(branch);
    EXPECT_TRUE(only_breach("flow 'in' at (0,1) master DMA:4", "is not a sink of the flow"));
}

TEST_F(ValidateStreams, NamesASinkThatTheRouteMisses) {
    const Port missed = arch::dma_port(kMem, Direction::S2MM, 2);
    program(kMem).bds.push_back(bd(kMem, 0));
    program(kMem).bds.back().id = 8;
    program(kMem).bds.back().next = 8;
    program(kMem).channels.push_back({Direction::S2MM, 2, {{.bd = 8}}});
    flow("in").sinks.push_back(missed);
    route("in").hops.push_back(2);
    EXPECT_TRUE(only_breach(at("in", missed), "is not reached by the route"));
    route("in").connections.push_back(route("in").connections.back());
    route("in").connections.back().master = missed;
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateStreams, NamesAPortOfTwoCircuits) {
    Flow second = flow("in");
    second.name = "second";
    schedule.flows.push_back(second);
    schedule.routes.push_back(schedule.routes.front());
    EXPECT_TRUE(has_breach("flow 'second' at (0,0) slave South:3", "the port with flow 'in'"));
    EXPECT_TRUE(has_breach("flow 'second' at (0,1) master DMA:0", "the port with flow 'in'"));
}

TEST_F(ValidateStreams, NamesAPortOfACircuitAndAPacketFlow) {
    add_packets("to core", 1);
    EXPECT_TRUE(has_breach("flow 'id 1' at (0,1) slave DMA:0", "the port with flow 'to core'"));
}

TEST_F(ValidateStreams, LetPacketFlowsOfDifferentIdsShareAPort) {
    replace_by_packets(4);
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateStreams, NamesPacketFlowsOfOneId) {
    replace_by_packets(3);
    schedule.flows.back().packet_id = 1;
    EXPECT_TRUE(has_breach("flow 'id 2' at (0,1) slave DMA:0", "shares the port with flow 'id 1'"));
}

TEST_F(ValidateStreams, LetPacketFlowsOfOneIdGoOnAsOneFromWhereTheyMeet) {
    // Packets from the core and packets of the same id from the MemTile meet in the MemTile and
    // share the wires from there to the shim, which no other flow uses.
    const arch::Port from_core{kCore, PortSide::Slave, Bundle::Dma, 1};
    const arch::Port from_mem{kMem, PortSide::Slave, Bundle::Dma, 3};
    const arch::Port sink{kShim, PortSide::Master, Bundle::Dma, 1};
    const auto add = [&](const std::string& name, const arch::Port& from, const Route& route) {
        schedule.flows.push_back({name, from, {sink}, FlowMode::Packet, 9});
        schedule.routes.push_back(route);
    };
    const arch::Port down{kMem, PortSide::Slave, Bundle::North, 3};
    const arch::Port onward{kMem, PortSide::Master, Bundle::South, 3};
    const Connection last{{kShim, PortSide::Slave, Bundle::North, 3},
                          arch::switch_port(device, sink)};
    const Connection above{from_core, {kCore, PortSide::Master, Bundle::South, 3}};
    const auto shared = [&](const std::string& where, const std::string& with) {
        return has_breach(where, "shares the port with flow '" + with + "'");
    };
    add("from core", from_core, {{above, {down, onward}, last}, {3}});
    add("from mem", from_mem, {{{from_mem, onward}, last}, {2}});
    EXPECT_FALSE(shared(at("from mem", onward), "from core"));
    EXPECT_FALSE(shared(at("from mem", last.slave), "from core"));
    EXPECT_FALSE(shared(at("from mem", last.master), "from core"));

    // The flows may not share ports if they part again after they have met, or have different
    // sinks.
    schedule.routes.back().connections.back().master.channel = 2;
    EXPECT_TRUE(shared(at("from mem", last.slave), "from core"));
    schedule.routes.back().connections.back() = last;
    schedule.flows.back().sinks.front().channel = 0;
    EXPECT_TRUE(shared(at("from mem", last.slave), "from core"));
}

TEST_F(ValidateStreams, LetAMatchSlotTakeSeveralIdsThatGoOneWay) {
    replace_by_packets(5);
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateStreams, NamesAPortOfTooFewMatchSlots) {
    // Ids with an odd number of ones go to channel 1, the others to channel 0. Ids that differ in
    // one bit therefore go to different channels, and no mask takes two ids of one channel alone.
    replace_by_packets(8);
    for (std::size_t i = schedule.flows.size() - 8; i < schedule.flows.size(); ++i) {
        const int id = schedule.flows[i].packet_id;
        if (std::popcount(static_cast<unsigned>(id)) % 2 == 0) continue;
        schedule.flows[i].sinks.front().channel = 1;
        schedule.routes[i].connections.back().master.channel = 1;
    }
    EXPECT_TRUE(has_breach("flow 'id 7' at (0,2) slave South:0",
                           "one of the packet flows of a port that need 8 match slots; it has 4"));
}

TEST_F(ValidateStreams, NamesASwitchOfTooFewArbiters) {
    replace_by_packets(2);
    EXPECT_TRUE(is_valid());
    // The second flow goes to a channel of its own, for which the switch needs another select or,
    // if an arbiter has only one, another arbiter.
    schedule.flows.back().sinks.front().channel = 1;
    schedule.routes.back().connections.back().master.channel = 1;
    EXPECT_FALSE(has_breach("the switch of (0,2)", "needs"));
    device.comp_tile.stream_switch.arbiters = 1;
    EXPECT_FALSE(has_breach("the switch of (0,2)", "needs")) << "one arbiter has four selects";
    device.comp_tile.stream_switch.msels = 1;
    EXPECT_TRUE(has_breach("the switch of (0,2)",
                           "needs 2 arbiters for the packet flows that pass it; it has 1"));
}

TEST_F(ValidateStreams, NamesAnArbiterOfTooFewSelects) {
    replace_by_packets(2);
    // The second flow goes to both channels: the arbiter needs one select for a single channel and
    // one for both.
    schedule::Flow& both = schedule.flows.back();
    schedule::Route& route = schedule.routes.back();
    both.sinks.push_back(both.sinks.front());
    both.sinks.back().channel = 1;
    route.connections.push_back(route.connections.back());
    route.connections.back().master.channel = 1;
    route.hops.push_back(route.hops.back());
    EXPECT_FALSE(has_breach("the switch of (0,2)", "needs"));
    device.comp_tile.stream_switch.msels = 1;
    EXPECT_TRUE(has_breach("the switch of (0,2)",
                           "needs 2 selects of one arbiter for the packet flows that pass it; an "
                           "arbiter has 1"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
