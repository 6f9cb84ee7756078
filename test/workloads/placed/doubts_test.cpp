// Doubts that a placement search gets about solutions that cannot run, with and without packets.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/workloads/placed/placed_problem.hpp"
#include "workloads/netlist/netlist_file.hpp"
#include "workloads/placed/packet_waits.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placed {
namespace {

/// Two cores with a net in either direction. A net has a depth of one at each end and one initial
/// object: as a stream it has room for another object, in a shared buffer it has none.
netlist::Netlist full_both_ways() {
    netlist::Netlist netlist{"full", "xdna2-strix", {}, {}, {}};
    for (const char* const name : {"k0", "k1"})
        netlist.cores.push_back({arch::TileKind::CompTile, name});
    netlist.cores.push_back({arch::TileKind::Shim, "s"});
    const auto connect = [&](int from, int to, int depth, int tokens) {
        netlist.nets.push_back({from, {to}, {depth, depth}, arch::Bytes{64}, tokens});
    };
    connect(0, 1, 1, 1);
    connect(1, 0, 1, 1);
    connect(2, 0, 2, 0);
    connect(1, 2, 2, 0);
    return netlist;
}

class DoubtsAboutRuns : public testing::Test {
 protected:
    /// A placement with the cores `columns` columns apart, routed with circuits only.
    [[nodiscard]] static placement::Solution apart(const netlist::Netlist& netlist, int columns) {
        const placement::Array array{strix()};
        const placement::Placement placement{{{0, 2}, {columns, 2}, {0, 0}}};
        return {placement, make_negotiating_router(array, placement::StreamMode::Circuit)
                               ->route(netlist, placement)};
    }
};

TEST_F(DoubtsAboutRuns, AreRaisedAboutCircuitsToo) {
    const netlist::Netlist netlist = full_both_ways();
    const auto doubts = doubts_about_runs(netlist, strix());
    const auto beside = doubts(apart(netlist, 1));
    ASSERT_TRUE(beside) << "both share one buffer that is full";
    EXPECT_EQ(beside->kind, placement::Doubt::Kind::CannotRun);
    EXPECT_FALSE(doubts(apart(netlist, 2)));
}

TEST_F(DoubtsAboutRuns, AreNoneWhereNoPlacementHelps) {
    netlist::Netlist netlist = full_both_ways();
    netlist.nets[2].initial_tokens = 1;  // on a net from the host
    EXPECT_FALSE(doubts_about_runs(netlist, strix())(apart(netlist, 1)));
}

TEST_F(DoubtsAboutRuns, AreNoneAboutAnArrayThatIsNotTheDevices) {
    const netlist::Netlist netlist = full_both_ways();
    const auto doubts =
        doubts_about_runs(netlist, strix(), {.memory = placement::MemorySide::East});
    EXPECT_FALSE(doubts(apart(netlist, 1)));
}

std::optional<std::string> packet_cycle_of(const schedule::Workload& workload) {
    for (const auto& [path, value] : workload.derived())
        if (path == "packet_cycle" && parameters::is_set(value))
            return std::get<std::string>(value);
    return std::nullopt;
}

std::vector<std::string> lines_on_packets(const schedule::Workload& workload) {
    std::vector<std::string> texts;
    for (const schedule::Line& line : workload.summary())
        if (line.label == "packets") texts.push_back(line.text);
    return texts;
}

// The naive method finds a single placement. The tests of PacketWaits show that packets get stuck
// in this one.
TEST(PlacedInDoubt, SaysThatPacketsMayGetStuckInEveryPlacementThatWasFound) {
    const auto workload =
        workload_of("{suite: mesh_fs_02, placer: naive, streams: packet, firings: 12}");
    const auto cycle = packet_cycle_of(*workload);
    ASSERT_TRUE(cycle);
    EXPECT_THAT(*cycle, testing::HasSubstr("behind"));
    EXPECT_THAT(lines_on_packets(*workload),
                testing::ElementsAre(testing::AllOf(testing::HasSubstr("could cause a deadlock"),
                                                    testing::EndsWith(*cycle))));
}

TEST(PlacedInDoubt, IsNothingThatIsBeyondDoubt) {
    const auto workload = workload_of("{suite: line_ps_01, placer: naive}");
    EXPECT_FALSE(packet_cycle_of(*workload));
    EXPECT_THAT(lines_on_packets(*workload), testing::IsEmpty());
}

TEST(PlacedInDoubt, IsRefusedWhereNoPlacementThatWasFoundHasAProgram) {
    const TemporaryFolder folder;
    const std::string file =
        folder.write("full.json", netlist::canonical_json(full_both_ways())).string();
    // The naive method puts the cores beside each other.
    EXPECT_THAT(
        input_error([&] { return workload_of("{file: " + file + ", placer: naive}"); }),
        testing::AllOf(testing::HasSubstr("naive finds no legal placement of full on "
                                          "xdna2-strix that can be run. Try another placer"),
                       testing::HasSubstr("The cheapest one fails: deadlock from the start")));
}

}  // namespace
}  // namespace xdnasim::placed
