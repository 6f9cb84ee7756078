#include <algorithm>

#include <gtest/gtest.h>

#include "test/support/parameter_name.hpp"
#include "test/workloads/tracing/example_designs.hpp"
#include "workloads/tracing/trace_parts.hpp"

namespace xdnasim::tracing {
namespace {

using schedule::FlowMode;

constexpr arch::TileId kTraced{0, 2};
constexpr arch::TileId kOther{0, 3};

class SharedStreams : public test::OnBothGenerations {
 protected:
    void send_as_packets(const std::set<arch::TileId>& tiles) {
        PacketIds ids{schedule_};
        tracing::send_as_packets(schedule_, tiles, ids);
    }
    [[nodiscard]] std::vector<schedule::Flow> flows_from(arch::TileId tile) const {
        std::vector<schedule::Flow> flows;
        std::ranges::copy_if(schedule_.flows, std::back_inserter(flows),
                             [&](const auto& flow) { return flow.source.tile == tile; });
        return flows;
    }
    [[nodiscard]] int packets() const {
        return static_cast<int>(
            std::ranges::count(schedule_.flows, FlowMode::Packet, &schedule::Flow::mode));
    }

    schedule::Schedule schedule_ = test::gemm_on(device_);
};

TEST_P(SharedStreams, AreThoseOutOfTheTracedCoresAlone) {
    send_as_packets({kTraced});
    ASSERT_EQ(flows_from(kTraced).size(), 1U);
    EXPECT_EQ(flows_from(kTraced).front().mode, FlowMode::Packet);
    EXPECT_EQ(flows_from(kTraced).front().packet_id, 1);
    EXPECT_FALSE(flows_from(kTraced).front().keep_header);
    EXPECT_EQ(packets(), 1);
}

TEST_P(SharedStreams, HaveAnIdEach) {
    send_as_packets({kTraced, kOther});
    EXPECT_EQ(packets(), 2);
    EXPECT_NE(flows_from(kTraced).front().packet_id, flows_from(kOther).front().packet_id);
}

TEST_P(SharedStreams, HaveHeadersOnAllTheirBds) {
    send_as_packets({kTraced});
    int with_header = 0;
    const schedule::TileProgram& program = *schedule_.find(kTraced);
    for (const schedule::Bd& bd : program.bds)
        if (bd.packet) {
            EXPECT_EQ(bd.packet->id, flows_from(kTraced).front().packet_id);
            ++with_header;
        }
    EXPECT_GT(with_header, 0);
    EXPECT_LT(with_header, static_cast<int>(program.bds.size()));  // BDs that receive have none
    EXPECT_TRUE(validate(schedule_, device_).empty());
}

TEST_P(SharedStreams, AreNoneWhenNoCoreIsTraced) {
    send_as_packets({});
    EXPECT_EQ(packets(), 0);
}

TEST_P(SharedStreams, ArePacketsOnce) {
    send_as_packets({kTraced});
    const schedule::Flow once = flows_from(kTraced).front();
    send_as_packets({kTraced});
    EXPECT_EQ(flows_from(kTraced).front().packet_id, once.packet_id);
}

INSTANTIATE_TEST_SUITE_P(, SharedStreams, test::kDevices, NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::tracing
