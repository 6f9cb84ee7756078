#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workloads/schedule/mapping_error.hpp"
#include "workloads/tracing/trace_parts.hpp"

namespace xdnasim::tracing {
namespace {

using schedule::FlowMode;
using testing::HasSubstr;

schedule::Schedule with_flows(const std::vector<schedule::Flow>& flows) {
    schedule::Schedule schedule;
    schedule.flows = flows;
    return schedule;
}

schedule::Flow flow(FlowMode mode, int id) {
    schedule::Flow flow;
    flow.mode = mode;
    flow.packet_id = id;
    return flow;
}

TEST(PacketIds, CountUpFromOne) {
    PacketIds ids{{}};
    EXPECT_EQ(ids.take(), 1);
    EXPECT_EQ(ids.take(), 2);
}

TEST(PacketIds, PassOverThoseOfTheDesignsPackets) {
    PacketIds ids{with_flows({flow(FlowMode::Packet, 1), flow(FlowMode::Packet, 3)})};
    EXPECT_EQ(ids.take(), 2);
    EXPECT_EQ(ids.take(), 4);
}

TEST(PacketIds, LeaveCircuitsOutOfAccount) {
    PacketIds ids{with_flows({flow(FlowMode::Circuit, 1)})};
    EXPECT_EQ(ids.take(), 1);
}

TEST(PacketIds, EndAtThirtyOne) {
    PacketIds ids{{}};
    for (int i = 0; i < 31; ++i)
        EXPECT_EQ(ids.take(), i + 1);
    try {
        static_cast<void>(ids.take());
        FAIL() << "a 32nd id";
    } catch (const schedule::MappingError& error) {
        EXPECT_EQ(error.key(), "trace.units");
        EXPECT_THAT(error.what(), HasSubstr("Use at most 31 units"));
    }
}

}  // namespace
}  // namespace xdnasim::tracing
