// Breaches that the validator reports in control ports and in operations that set locks.

#include <gmock/gmock.h>

#include "test/workloads/schedule/validation_fixture.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bundle;
using arch::Bytes;
using arch::PortSide;

class ValidateControl : public Validation {
 protected:
    static constexpr int kRequests = 5;
    static constexpr int kAnswers = 6;

    /// Adds a control port of the core that takes three packets and answers the last one.
    ValidateControl() {
        const arch::Port sent = arch::dma_port(kShim, arch::Direction::MM2S, 1);
        const arch::Port got = arch::dma_port(kShim, arch::Direction::S2MM, 1);
        const arch::Port end{kCore, PortSide::Master, Bundle::TileControl, 0};
        const arch::Port begin{kCore, PortSide::Slave, Bundle::TileControl, 0};
        schedule.flows.push_back({"requests", sent, {end}, FlowMode::Packet, kRequests});
        schedule.flows.push_back({"answers", begin, {got}, FlowMode::Packet, kAnswers});
        schedule.routes = routing::route(schedule.flows, arch::RoutingGraph{device});
        const BufferRef buffer{kCore, 0};
        schedule.control_ports.push_back(
            {kCore,
             {{Bytes{12}, WriteMemory{buffer, Bytes{4}, {1, 2}}},
              {Bytes{8}, SetLock{{kCore, program(kCore).locks.front().id}, 3}},
              {Bytes{4}, ReadMemory{{buffer, Bytes{0}, Bytes{16}}, kAnswers}}}});
    }

    ControlPort& port() { return schedule.control_ports.front(); }
    template <class T>
    T& packet(std::size_t index) {
        return std::get<T>(port().packets.at(index).op);
    }
    [[nodiscard]] testing::AssertionResult port_breach(const std::string& what) const {
        return testing::AssertionResult{has_breach("control port of (0,2)", what)};
    }
};

TEST_F(ValidateControl, LetsAPortTakePacketsAndAnswer) {
    std::vector<std::string> idle;
    for (const Breach& breach : validate(schedule, device)) {
        EXPECT_EQ(breach.kind, BreachKind::Idle) << breach.where << ": " << breach.what;
        idle.push_back(breach.where);
    }
    // No task of the shim serves these flows.
    EXPECT_THAT(idle, testing::ElementsAre("flow 'requests' at (0,0) slave DMA:1",
                                           "flow 'answers' at (0,0) master DMA:1"));
}

TEST_F(ValidateControl, NamesAFlowToAPortOfWhichNothingIsKnown) {
    schedule.control_ports.clear();
    EXPECT_TRUE(has_breach("flow 'requests' at (0,2) master TileControl:0",
                           "a control port for which the schedule has no packets"));
    EXPECT_TRUE(has_breach("flow 'answers' at (0,2) slave TileControl:0",
                           "a control port for which the schedule has no packets"));
}

TEST_F(ValidateControl, NamesAPortOfATileWithoutProgram) {
    for (const arch::TileId tile : {arch::TileId{1, 2}, arch::TileId{9, 9}}) {
        port().tile = tile;
        EXPECT_TRUE(has_breach("control port of " + to_string(tile), "has no program"));
    }
}

TEST_F(ValidateControl, NamesAPortThatIsThereTwice) {
    schedule.control_ports.push_back(port());
    EXPECT_TRUE(port_breach("is there more than once"));
}

TEST_F(ValidateControl, NamesAPortWithTwoFlows) {
    schedule.flows.push_back(flow("requests"));
    schedule.routes.push_back(route("requests"));
    schedule.flows.back().packet_id = kRequests + 2;
    EXPECT_TRUE(port_breach("takes packets of 2 flows"));
}

TEST_F(ValidateControl, NamesWordsBeyondABuffer) {
    packet<WriteMemory>(0).offset = program(kCore).buffers.front().size - Bytes{4};
    EXPECT_TRUE(port_breach("reaches beyond the buffers of its tile"));
    packet<WriteMemory>(0) = {{kMem, 0}, Bytes{0}, {1}};
    EXPECT_TRUE(port_breach("reaches beyond the buffers of its tile"));
    packet<WriteMemory>(0) = {{kCore, 0}, Bytes{2}, {1}};
    EXPECT_TRUE(port_breach("offset in the buffer is 2 bytes"));
    packet<WriteMemory>(0).words.clear();
    EXPECT_TRUE(port_breach("writes no words"));
}

TEST_F(ValidateControl, NamesAValueThatALockDoesNotHold) {
    packet<SetLock>(1).value = 64;
    EXPECT_TRUE(port_breach("lock value is 64"));
    packet<SetLock>(1) = {{kCore, 15}, 1};
    EXPECT_TRUE(port_breach("sets lock 15 of"));
}

TEST_F(ValidateControl, NamesAnAnswerThatCannotLeave) {
    packet<ReadMemory>(2).packet_id = kRequests;
    EXPECT_TRUE(port_breach("answers with packet id 5, but no flow with it begins at the port"));
    packet<ReadMemory>(2).from.length = Bytes{20};
    EXPECT_TRUE(port_breach("length of an answer is 20"));
    port().packets.back().length = Bytes{0};
    EXPECT_TRUE(port_breach("length of a packet is 0"));
}

TEST_F(ValidateControl, LeavesLocksThatAPacketSetsOutOfTheBalance) {
    port().packets.clear();
    CoreBody& body = core_loop().body;
    std::erase_if(body, [](const CoreOp& step) {
        const auto* release = std::get_if<Release>(&step.op);
        return release != nullptr;
    });
    const auto never_released = [&] {
        std::int64_t count = 0;
        for (const Breach& breach : validate(schedule, device))
            count +=
                breach.what.find("acquired in every round and never released") != std::string::npos
                    ? 1
                    : 0;
        return count;
    };
    const std::int64_t before = never_released();
    ASSERT_GT(before, 0);
    for (const Lock& each : program(kCore).locks)
        port().packets.push_back({Bytes{8}, SetLock{{kCore, each.id}, 1}});
    EXPECT_EQ(never_released(), 0);
    port().packets.clear();
    for (const Lock& each : program(kCore).locks)
        schedule.sequence.push_back({SetLock{{kCore, each.id}, 1}});
    EXPECT_EQ(never_released(), 0);
}

TEST_F(ValidateControl, NamesWritesOfTheSequenceThatNoRegisterTakes) {
    const std::string where = "sequence op " + std::to_string(schedule.sequence.size());
    schedule.sequence.push_back({WriteMemory{{kCore, 0}, Bytes{0}, {1, 2}, 0xFF}});
    EXPECT_TRUE(has_breach(where, "writes 2 words under the mask 0x000000FF"));
    schedule.sequence.back().op = WriteMemory{{kCore, 0}, Bytes{0}, {}};
    EXPECT_TRUE(has_breach(where, "writes 0 words"));
    schedule.sequence.back().op = WriteMemory{{kCore, 0}, Bytes{6}, {1}};
    EXPECT_TRUE(has_breach(where, "offset in the buffer is 6 bytes"));
    schedule.sequence.back().op = SetLock{{kCore, 15}, 1};
    EXPECT_TRUE(has_breach(where, "sets lock 15 of"));
    schedule.sequence.back().op = SetLock{{kCore, program(kCore).locks.front().id}, -1};
    EXPECT_TRUE(has_breach(where, "lock value is -1"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
