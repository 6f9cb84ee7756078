#include "sim/port_delays.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

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

/// A passes two switches, those of MemTile (0,1) and core (0,2), and a third one on its way to core
/// (1,2). Each takes 4 cycles (AM020): what enters a switch at 4 leaves it at 8. Seven ports carry
/// A: the source, a master port and the slave port that it is wired to on each of two links, and
/// the S2MM channels of the two cores, where A ends.
TEST_P(PortDelays, CountTheSwitchesOnTheWayToEveryPort) {
    const auto flow = std::ranges::find(schedule.flows, "A0 L2-L1", &schedule::Flow::name);
    ASSERT_NE(flow, schedule.flows.end());
    const auto at = delays(static_cast<std::size_t>(flow - schedule.flows.begin()));
    std::map<arch::TileId, std::multiset<std::int64_t>> of_tiles;
    for (const auto& [port, delay] : at)
        of_tiles[port.tile].insert(delay.count());
    const std::map<arch::TileId, std::multiset<std::int64_t>> expected{
        {{0, 1}, {0, 4}}, {{0, 2}, {4, 8, 8}}, {{1, 2}, {8, 12}}};
    EXPECT_EQ(of_tiles, expected);
    EXPECT_EQ(at.at(flow->source), Cycles{0});
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
    const auto known = delays(0);
    EXPECT_FALSE(known.contains({{0, 2}, arch::PortSide::Slave, arch::Bundle::Trace, 0}));
    int checked = 0;
    for (const auto& entry : known) {
        const arch::Port& port = entry.first;
        const bool on_the_way = std::ranges::any_of(route.connections, [&](const auto& connection) {
            return connection.slave == port || connection.master == port ||
                   arch::wired_to(device, connection.master) == port;
        });
        EXPECT_TRUE(on_the_way || port == schedule.flows[0].source ||
                    std::ranges::count(schedule.flows[0].sinks, port) == 1);
        ++checked;
    }
    EXPECT_GT(checked, 2);
}

INSTANTIATE_TEST_SUITE_P(, PortDelays,
                         testing::Values("teaching-2x1", "xdna-phoenix", "xdna2-krackan"),
                         NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::sim
