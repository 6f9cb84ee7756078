// Whole-array and random sets of flows: the router's routes are legal, and the same every time.

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/arch/example_device.hpp"
#include "test/workloads/routing/route_checks.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::routing {
namespace {

using arch::Device;
using arch::Direction;
using arch::dma_port;
using arch::example_device;
using arch::RoutingGraph;
using schedule::Flow;
using schedule::FlowMode;
using schedule::Route;

/// Streams of an output-stationary GEMM (Taka et al. 2025): A along rows of cores, B along columns,
/// C from the cores of a column into its MemTile.
std::vector<Flow> gemm_flows(int rows, int columns) {
    std::vector<Flow> flows;
    const auto add = [&](std::string name, arch::Port from, arch::Port to) {
        flows.push_back({std::move(name), from, {to}});
    };
    for (int i = 0; i < rows; ++i) {
        const int at = i * columns / rows;
        add(fmt::format("A{} in", i), dma_port({at, 0}, Direction::MM2S, 0),
            dma_port({at, 1}, Direction::S2MM, 0));
        Flow& a = flows.emplace_back(
            Flow{fmt::format("A{}", i), dma_port({at, 1}, Direction::MM2S, 0), {}});
        for (int j = 0; j < columns; ++j) {
            a.sinks.push_back(dma_port({j, 2 + i}, Direction::S2MM, 0));
        }
    }
    for (int j = 0; j < columns; ++j) {
        add(fmt::format("B{} in", j), dma_port({j, 0}, Direction::MM2S, 1),
            dma_port({j, 1}, Direction::S2MM, 1));
        Flow& b = flows.emplace_back(
            Flow{fmt::format("B{}", j), dma_port({j, 1}, Direction::MM2S, 1), {}});
        for (int i = 0; i < rows; ++i) {
            b.sinks.push_back(dma_port({j, 2 + i}, Direction::S2MM, 1));
        }
        for (int i = 0; i < rows; ++i) {
            add(fmt::format("C{},{}", i, j), dma_port({j, 2 + i}, Direction::MM2S, 0),
                dma_port({j, 1}, Direction::S2MM, 2 + i));
        }
        add(fmt::format("C{} out", j), dma_port({j, 1}, Direction::MM2S, 2),
            dma_port({j, 0}, Direction::S2MM, 0));
    }
    return flows;
}

class RandomFlows {
 public:
    RandomFlows(unsigned seed, const Device& device) : random_{seed}, device_{device} {}

    std::vector<Flow> make() {
        std::vector<Flow> flows;
        const int wanted = below(90) + 1;
        for (int i = 0; i < wanted; ++i) {
            Flow flow{fmt::format("f{}", i), endpoint(Direction::MM2S), {}};
            if (below(4) == 0) flow.mode = FlowMode::Packet;
            flow.packet_id = i % 32;
            if (!taken_.insert(flow.source).second) continue;
            for (int sinks = below(6) + 1; sinks > 0; --sinks) {
                const arch::Port sink = endpoint(Direction::S2MM);
                if (taken_.insert(sink).second) flow.sinks.push_back(sink);
            }
            if (!flow.sinks.empty()) flows.push_back(std::move(flow));
        }
        return flows;
    }

 private:
    int below(int limit) { return std::uniform_int_distribution{0, limit - 1}(random_); }

    arch::Port endpoint(Direction direction) {
        const arch::TileId tile{below(device_.columns), below(device_.rows())};
        return dma_port(tile, direction, below(tile.row == 1 ? 6 : 2));
    }

    std::mt19937 random_;
    const Device& device_;
    std::set<arch::Port> taken_;
};

bool same(const std::vector<Route>& a, const std::vector<Route>& b) {
    return std::ranges::equal(a, b, [](const Route& x, const Route& y) {
        return x.connections == y.connections && x.hops == y.hops;
    });
}

struct ArraySize {
    int rows;
    int columns;
};

class RouterOfGemm : public testing::TestWithParam<ArraySize> {};

TEST_P(RouterOfGemm, RoutesEveryStreamByAShortestWay) {
    const auto [rows, columns] = GetParam();
    const Device device = example_device(columns, rows);
    const RoutingGraph graph{device};
    const std::vector<Flow> flows = gemm_flows(rows, columns);
    const std::vector<Route> routes = route(flows, graph);
    expect_legal(flows, routes, device);
    for (std::size_t i = 0; i < flows.size(); ++i) {
        const arch::TileId from = flows[i].source.tile;
        for (std::size_t s = 0; s < flows[i].sinks.size(); ++s) {
            const arch::TileId to = flows[i].sinks[s].tile;
            const int wires = std::abs(from.column - to.column) + std::abs(from.row - to.row);
            EXPECT_EQ(routes[i].hops[s], wires + 1) << flows[i].name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Arrays, RouterOfGemm,
                         testing::Values(ArraySize{4, 8}, ArraySize{4, 4}, ArraySize{1, 2},
                                         ArraySize{1, 1}),
                         [](const auto& array) {
                             return fmt::format("{}Rows{}Columns", array.param.rows,
                                                array.param.columns);
                         });

TEST(RouterStress, RandomFlowsAreRoutedLegallyOrRefused) {
    int routed = 0;
    int refused = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        const Device device = example_device(1 + static_cast<int>(seed % 4), 4);
        const RoutingGraph graph{device};
        const std::vector<Flow> flows = RandomFlows{seed, device}.make();
        try {
            expect_legal(flows, route(flows, graph), device);
            ++routed;
        } catch (const base::InputError& error) {
            EXPECT_NE(std::string{error.what()}.find("taken by"), std::string::npos);
            ++refused;
        }
    }
    EXPECT_GT(routed, 100);
    EXPECT_GT(refused, 0);
}

TEST(RouterStress, IsDeterministic) {
    const Device device = example_device(4, 4);
    const RoutingGraph graph{device};
    const RoutingGraph other_graph{device};
    for (unsigned seed = 0; seed < 20; ++seed) {
        const std::vector<Flow> flows = RandomFlows{seed, device}.make();
        try {
            const std::vector<Route> routes = route(flows, graph);
            EXPECT_TRUE(same(routes, route(flows, other_graph)));
        } catch (const base::InputError&) {
            EXPECT_THROW((void)route(flows, other_graph), base::InputError);
        }
    }
}

}  // namespace
}  // namespace xdnasim::routing
