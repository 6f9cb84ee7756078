// Packet-switched flows in a whole array: C of all cores of a column.

#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "sim/shared_streams.hpp"
#include "test/sim/example_run.hpp"

namespace xdnasim::sim {
namespace {

using schedule::Connection;
using schedule::FlowMode;
using schedule::Schedule;

/// A GEMM on 2 x 2 cores in which the C flows of column 0's two cores are packets, on the routes
/// that they have as circuits.
Schedule with_c_in_packets(const arch::Device& device) {
    test::SmallGemm gemm;
    gemm.rows = 2;
    gemm.columns = 2;
    Schedule schedule = gemm.schedule(device);
    int id = 0;
    for (schedule::Flow& flow : schedule.flows) {
        if (!flow.name.starts_with("C(") || flow.source.tile.column != 0) continue;
        flow.mode = FlowMode::Packet;
        flow.packet_id = ++id;
        for (schedule::Bd& bd : schedule.find(flow.source.tile)->bds)
            if (bd.id == 4) bd.packet = schedule::PacketHeader{id, 0};
    }
    return schedule;
}

TEST(Packets, ComputeTheSameResult) {
    const arch::Device device = test::device_named("xdna-phoenix");
    const Schedule schedule = with_c_in_packets(device);
    ASSERT_TRUE(validate(schedule, device).empty());
    const auto result =
        backends::make_systemc_backend()->run(schedule, device, {.verify = true, .seed = 9});
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
}

TEST(Packets, ShareAStreamOnlyWhereTheirRoutesMeet) {
    const arch::Device device = test::device_named("xdna-phoenix");
    Schedule schedule = with_c_in_packets(device);
    const std::size_t apart = flows_by_stream(schedule).size();
    EXPECT_EQ(apart, schedule.flows.size());

    std::vector<std::size_t> packets;
    for (std::size_t i = 0; i < schedule.flows.size(); ++i)
        if (schedule.flows[i].mode == FlowMode::Packet) packets.push_back(i);
    ASSERT_EQ(packets.size(), 2U);
    const Connection shared = schedule.routes[packets[0]].connections.front();
    schedule.routes[packets[1]].connections.front() = shared;
    EXPECT_EQ(flows_by_stream(schedule).size(), apart - 1);
}

}  // namespace
}  // namespace xdnasim::sim
