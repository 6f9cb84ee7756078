// Nets in packets that share DMA channels of mem tiles and shims.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/workloads/placed/placed_problem.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::placed {
namespace {

using arch::Bytes;
using arch::TileKind;
using netlist::LinkKind;

class Graph {
 public:
    int core(TileKind kind) {
        netlist_.cores.push_back({kind, fmt::format("n{}", netlist_.cores.size())});
        return netlist_.core_count() - 1;
    }
    int net(int from, std::vector<int> to, int bytes = 64) {
        std::vector<int> depths(to.size() + 1, 2);
        netlist_.nets.push_back({from, std::move(to), std::move(depths), Bytes{bytes}, 0});
        return netlist_.net_count() - 1;
    }
    void link(LinkKind kind, int mem, std::vector<int> in, std::vector<int> out) {
        netlist_.links.push_back({kind, mem, std::move(in), std::move(out)});
    }
    /// The netlist placed on the tiles in order, with all streams in packets.
    [[nodiscard]] std::shared_ptr<PlacedWorkload> placed(std::int64_t firings) const {
        const placement::Array array{strix()};
        PlacedDesign design;
        design.netlist = netlist_;
        design.firings = firings;
        const auto router =
            placement::make_negotiating_router(array, placement::StreamMode::Packet);
        const placement::Placement placement =
            place_in_order(netlist_, array, placement::ColumnOrder::FromTheSouth);
        design.solution = {placement, router->route(netlist_, placement)};
        EXPECT_TRUE(placement::breaches(netlist_, array, design.solution).empty());
        return std::make_shared<PlacedWorkload>(std::move(design));
    }

 private:
    netlist::Netlist netlist_{"graph", "xdna2-strix", {}, {}, {}};
};

/// Largest number of flows at a DMA channel of tiles of this kind, for one direction.
int flows_at(const schedule::Schedule& schedule, TileKind kind, arch::Direction direction) {
    std::map<arch::Port, int> flows;
    for (const schedule::Flow& flow : schedule.flows) {
        if (direction == arch::Direction::MM2S) ++flows[flow.source];
        if (direction == arch::Direction::S2MM)
            for (const arch::Port& sink : flow.sinks)
                ++flows[sink];
    }
    int most = 0;
    for (const auto& [port, count] : flows)
        if (strix().kind(port.tile) == kind) most = std::max(most, count);
    return most;
}

/// A ShimTile, a MemTile that distributes parts of objects to eight cores, and a MemTile that joins
/// the cores' outputs.
TEST(SharedChannels, OfAMemTileSendAndTakeEightNetsOverSixChannels) {
    constexpr int kCores = 8;
    Graph graph;
    std::vector<int> parts;
    std::vector<int> results;
    std::vector<int> cores;
    for (int i = 0; i < kCores; ++i)
        cores.push_back(graph.core(TileKind::CompTile));
    const int from = graph.core(TileKind::MemTile);
    const int to = graph.core(TileKind::MemTile);
    const int shim = graph.core(TileKind::Shim);
    const int in = graph.net(shim, {from}, 64 * kCores);
    const int out = graph.net(to, {shim}, 64 * kCores);
    for (const int core : cores) {
        parts.push_back(graph.net(from, {core}));
        results.push_back(graph.net(core, {to}));
    }
    graph.link(LinkKind::Distribute, from, {in}, parts);
    graph.link(LinkKind::Join, to, results, {out});
    const auto workload = graph.placed(200);
    const schedule::Schedule schedule = mapping::map_workload(workload, strix());
    EXPECT_EQ(flows_at(schedule, TileKind::MemTile, arch::Direction::MM2S), 2);
    EXPECT_EQ(flows_at(schedule, TileKind::MemTile, arch::Direction::S2MM), 2);
    const backends::RunResult result = run(workload);
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
}

/// A ShimTile sends a net to each of five cores over its two channels, one of which sends three
/// nets.
TEST(SharedChannels, OfAShimSendFiveNetsOverTwoChannels) {
    Graph graph;
    std::vector<int> cores;
    for (int i = 0; i < 5; ++i)
        cores.push_back(graph.core(TileKind::CompTile));
    const int shim = graph.core(TileKind::Shim);
    for (const int core : cores)
        static_cast<void>(graph.net(shim, {core}, 48));
    for (int i = 0; i < 4; ++i)
        static_cast<void>(graph.net(cores[static_cast<std::size_t>(i)],
                                    {cores[static_cast<std::size_t>(i) + 1]}));
    static_cast<void>(graph.net(cores.back(), {shim}));
    for (const std::int64_t firings : {1, 64, 65, 301}) {
        const auto workload = graph.placed(firings);
        const schedule::Schedule schedule = mapping::map_workload(workload, strix());
        EXPECT_EQ(flows_at(schedule, TileKind::Shim, arch::Direction::MM2S), 3);
        const backends::RunResult result = run(workload);
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
    }
}

/// A core takes three nets from one ShimTile over its two channels: on one of them, packets of two
/// nets name the BDs that receive them.
TEST(SharedChannels, OfACoreTakeWhatTheHostSendsByTheNamesOfItsBds) {
    Graph graph;
    const int core = graph.core(TileKind::CompTile);
    const int one = graph.core(TileKind::Shim);
    for (int i = 0; i < 3; ++i)
        static_cast<void>(graph.net(one, {core}, 32));
    static_cast<void>(graph.net(core, {one}));
    for (const std::int64_t firings : {1, 2, 129, 200}) {
        const auto workload = graph.placed(firings);
        const backends::RunResult result = run(workload);
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
    }
}

TEST(SharedChannels, OfAShimTakeOneNetEach) {
    Graph graph;
    const int core = graph.core(TileKind::CompTile);
    const int second = graph.core(TileKind::CompTile);
    const int shim = graph.core(TileKind::Shim);
    static_cast<void>(graph.net(shim, {core, second}));
    static_cast<void>(graph.net(core, {shim}));
    static_cast<void>(graph.net(core, {shim}));
    static_cast<void>(graph.net(second, {shim}));
    const auto workload = graph.placed(8);
    EXPECT_THAT(input_error([&] { return workload->map(strix()); }),
                testing::HasSubstr("no S2MM channel is left for net 3"));
}

}  // namespace
}  // namespace xdnasim::placed
