// Workloads that are placed by the placers: results of runs with data.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/workloads/placed_schedule/anywhere.hpp"
#include "workloads/placed_schedule/relocated_workload.hpp"
#include "workloads/problem/placeable.hpp"

namespace xdnasim::placed_schedule {
namespace {

using test::placed;
using test::problem_of;
using test::run;
using testing::HasSubstr;

struct Case {
    const char* name;
    const char* text;
    const char* section;
};

std::vector<arch::TileId> tiles_of(const problem::Problem& problem) {
    std::vector<arch::TileId> tiles;
    for (const schedule::TileProgram& program : problem::map_problem(problem).tiles)
        tiles.push_back(program.tile);
    return tiles;
}

int hops(const problem::Problem& problem) {
    int all = 0;
    for (const schedule::Route& route : problem::map_problem(problem).routes)
        for (const int hop : route.hops)
            all += hop;
    return all;
}

TEST(PlacedAnew, ComputesWhatItDoesByItsOwnRules) {
    const std::vector<Case> cases{
        {"gemm", test::kGemm, "{moves: 5000}"},
        {"gemm, another seed", test::kGemm, "{moves: 5000, seed: 7}"},
        {"gemm in order", test::kGemm, "{method: snake}"},
        {"network", test::kLayers, "{moves: 5000}"},
        {"packs", test::kPacks, "{moves: 5000}"},
        {"transfer", test::kTransfer, "{moves: 2000}"},
        {"chain", test::kChain, "{moves: 2000}"},
        {"chain in order", test::kChain, "{method: naive}"},
    };
    int checked = 0;
    for (const auto& [name, text, section] : cases) {
        const problem::Problem problem = placed(text, section);
        const backends::RunResult result = run(problem);
        ASSERT_TRUE(result.verification) << name;
        EXPECT_TRUE(result.verification->passed) << name << result.verification->message;
        ++checked;
    }
    EXPECT_EQ(checked, 8);
}

TEST(PlacedAnew, LiesOnTheSameTilesForTheSameSeed) {
    const auto tiles = tiles_of(placed(test::kLayers, "{moves: 5000, seed: 3}"));
    EXPECT_EQ(tiles, tiles_of(placed(test::kLayers, "{moves: 5000, seed: 3}")));
}

/// The workload's own rules leave the chain where it is asked for, far from its ShimTile and with
/// long streams.
TEST(PlacedAnew, BringsAChainThatLiesFarFromItsShimBackToIt) {
    const std::string far =
        "device: xdna-phoenix\nworkload: elementwise\nelementwise:\n  column: 0\n  row: 5\n"
        "  object_bytes: 32\n  objects: 8\n  mem_tile: false\n"
        "  kernel: {kind: add_one, cycles_per_call: 12, inlined: true}\n";
    const problem::Problem before = problem_of(far);
    const problem::Problem after = placed(far, "{moves: 2000}");
    EXPECT_LT(hops(after), hops(before));
    EXPECT_LT(run(after).cycles.value(), run(before).cycles.value());
}

TEST(PlacedAnew, HasTheClosedFormsAndTheKeysOfItsOwnRules) {
    const problem::Problem own = problem_of(test::kPacks);
    const problem::Problem anew = placed(test::kPacks, "{moves: 3000}");
    const schedule::Schedule by_rules = problem::map_problem(own);
    const schedule::Schedule moved = problem::map_problem(anew);
    const auto cycles = [](const kernels::Kernel&) { return arch::Cycles{1000}; };
    EXPECT_EQ(anew.workload->estimate(moved, anew.device, cycles).cycles(),
              own.workload->estimate(by_rules, own.device, cycles).cycles());
    EXPECT_EQ(anew.workload->parameters().size(), own.workload->parameters().size());
    EXPECT_TRUE(own.workload->placement().empty());
    const parameters::Values values = anew.workload->placement();
    ASSERT_EQ(values.size(), 3);
    EXPECT_EQ(values.back().path, "moves");
    EXPECT_EQ(values.back().value, parameters::Value{std::int64_t{3000}});
    EXPECT_EQ(anew.workload->summary().back().label, "placement");
}

/// Reports name the layers at the cores' new tiles.
TEST(PlacedAnew, SaysOfEachLayerWhereItsCoresLie) {
    const problem::Problem own = problem_of(test::kLayers);
    const PlaceableWorkload placeable = problem::placeable(own);
    // All cores that may move are moved one tile to the east.
    std::vector<arch::TileId> tiles;
    for (netlist::CoreId core = 0; core < placeable.netlist().core_count(); ++core) {
        arch::TileId tile = placeable.present().placement.of(core);
        if (!placeable.netlist().core(core).kept_tile) ++tile.column;
        tiles.push_back(tile);
    }
    placement::Solution east{placement::Placement{tiles}, {}};
    east.routes = placeable.router()->route(placeable.netlist(), east.placement);
    ASSERT_EQ(placeable.obstacle(east), std::nullopt);
    const auto anew = placeable.placed(east, {});
    const auto before = own.workload->core_groups();
    const auto after = anew->core_groups();
    ASSERT_EQ(before.size(), after.size());
    int cores = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        for (std::size_t k = 0; k < before[i].tiles.size(); ++k, ++cores)
            EXPECT_EQ(after[i].tiles[k].column, before[i].tiles[k].column + 1);
    EXPECT_GT(cores, 3);

    problem::Problem there = own;
    there.workload = anew;
    const backends::RunResult first = run(own);
    const backends::RunResult second = run(there);
    ASSERT_TRUE(second.verification->passed) << second.verification->message;
    ASSERT_GT(first.verification->arrays.size(), 3);
    ASSERT_EQ(first.verification->arrays.size(), second.verification->arrays.size());
    for (std::size_t i = 0; i < first.verification->arrays.size(); ++i)
        EXPECT_EQ(first.verification->arrays[i].content, second.verification->arrays[i].content);
}

TEST(PlacedAnew, IsRefusedWhereSomethingElsePlacesTheWorkload) {
    const auto refusal = [](const char* text, const char* section) -> std::string {
        return input_error([&] { return placed(text, section); });
    };
    EXPECT_THAT(refusal("{device: xdna2-strix, workload: netlist, netlist: {suite: line_ps_01, "
                        "moves: 100}}",
                        "{}"),
                HasSubstr("not for the workload netlist. Use netlist.placer"));
    EXPECT_THAT(refusal(test::kGemm, "{method: joint}"), HasSubstr("'joint'"));
    EXPECT_THAT(refusal(test::kGemm, "{moves: 0}"), HasSubstr("placement.moves"));
    EXPECT_THAT(refusal(test::kGemm, "{budget: 3}"), HasSubstr("unknown key 'budget'"));
    // Cores that are placed in order do not lie along their cascades.
    EXPECT_THAT(refusal(test::kPacks, "{method: naive}"),
                HasSubstr("naive finds no legal placement; the nearest breaks a limit: tile"));
}

}  // namespace
}  // namespace xdnasim::placed_schedule
