#include "sim/port_delays.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "arch/routing_graph.hpp"
#include "test/sim/example_run.hpp"
#include "test/support/parameter_name.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;

test::SmallGemm wide_gemm() {
    test::SmallGemm gemm;
    gemm.columns = 2;
    return gemm;
}

class PortDelays : public testing::TestWithParam<const char*> {
 protected:
    const arch::Device device = test::device_named(GetParam());
    /// A goes to both columns: one flow with several sinks.
    const schedule::Schedule schedule = wide_gemm().schedule(device);

    [[nodiscard]] std::map<arch::Port, Cycles> delays(std::size_t flow) const {
        return port_delays(schedule.flows[flow], schedule.routes[flow], device);
    }
};

TEST_P(PortDelays, AreNoneAtTheSource) {
    for (std::size_t i = 0; i < schedule.flows.size(); ++i)
        EXPECT_EQ(delays(i).at(schedule.flows[i].source), Cycles{0}) << schedule.flows[i].name;
}

/// A passes two switches, of mem tile (0,1) and core (0,2), and on its way to the other core a
/// third one. Each takes 4 cycles.
TEST_P(PortDelays, CountTheSwitchesOnTheWayToEachSink) {
    const auto flow = std::ranges::find(schedule.flows, "A0 L2-L1", &schedule::Flow::name);
    ASSERT_NE(flow, schedule.flows.end());
    const auto at = delays(static_cast<std::size_t>(flow - schedule.flows.begin()));
    std::map<arch::TileId, std::int64_t> of_cores;
    for (const arch::Port& sink : flow->sinks)
        of_cores[sink.tile] = at.at(sink).count();
    EXPECT_EQ(of_cores, (std::map<arch::TileId, std::int64_t>{{{0, 2}, 8}, {{1, 2}, 12}}));
}

TEST_P(PortDelays, GrowByAHopAtEverySwitchOnTheWay) {
    for (std::size_t i = 0; i < schedule.flows.size(); ++i) {
        const auto at = delays(i);
        std::size_t wired = 0;
        for (const auto& [slave, master] : schedule.routes[i].connections) {
            EXPECT_EQ(at.at(master), at.at(slave) + device.timing.switch_hop);
            if (const auto next = arch::wired_to(device, master)) {
                EXPECT_EQ(at.at(*next), at.at(master));
                ++wired;
            }
        }
        // All but those that end at a sink.
        EXPECT_EQ(wired, schedule.routes[i].connections.size() - schedule.flows[i].sinks.size());
    }
}

TEST_P(PortDelays, OfAShimsChannelAreThoseOfTheSouthPortBehindIt) {
    int seen = 0;
    for (std::size_t i = 0; i < schedule.flows.size(); ++i) {
        const auto at = delays(i);
        for (const arch::Port& sink : schedule.flows[i].sinks) {
            if (device.kind(sink.tile) != arch::TileKind::Shim) continue;
            EXPECT_EQ(at.at(arch::switch_port(device, sink)), at.at(sink));
            ++seen;
        }
    }
    EXPECT_GT(seen, 0);
}

TEST_P(PortDelays, AreKnownOfNoPortThatTheRouteLeavesOut) {
    const auto& route = schedule.routes.front();
    EXPECT_FALSE(delays(0).contains({{0, 2}, arch::PortSide::Slave, arch::Bundle::Trace, 0}));
    EXPECT_LE(delays(0).size(), 2 * route.connections.size() + route.hops.size() + 2);
}

INSTANTIATE_TEST_SUITE_P(, PortDelays,
                         testing::Values("teaching-2x1", "xdna-phoenix", "xdna2-krackan"),
                         NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::sim
