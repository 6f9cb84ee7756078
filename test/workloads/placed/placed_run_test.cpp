// Placed netlists: results of runs with data.

#include <algorithm>
#include <array>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/placed/placed_problem.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::placed {
namespace {

/// Some netlists of each class of the suite, among them some with packets (tree_ps_24), with
/// objects that are not whole words (tree_ps_11), with initial tokens, with all depths, and with
/// links of all kinds.
constexpr std::array kSample{"line_ps_01", "line_ps_09",  "line_fs_06", "line_pl_11", "line_fl_09",
                             "mesh_ps_06", "mesh_ps_14",  "mesh_fs_02", "mesh_fl_11", "tree_ps_11",
                             "tree_ps_24", "tree_fs_08",  "tree_pl_03", "edge_ps_02", "edge_pl_01",
                             "gemm_ps_03", "resnet_pl_01"};

TEST(PlacedRun, GivesTheSameDataForEveryPlacementAndThatOfTheNetlist) {
    int verified = 0;
    for (const char* name : kSample) {
        std::set<std::uint64_t> outputs;
        for (const char* placer : {"naive", "snake", "sa"}) {
            std::shared_ptr<const schedule::Workload> workload;
            try {
                workload = workload_of(fmt::format(
                    "{{suite: {}, placer: {}, moves: 20000, firings: 12}}", name, placer));
            } catch (const schedule::MappingError&) {
                EXPECT_STRNE(placer, "sa") << name;
                continue;  // no legal placement by this method
            }
            const backends::RunResult result = run(workload);
            ASSERT_TRUE(result.verification->passed)
                << name << ", " << placer << ": " << result.verification->message;
            outputs.insert(*result.output_hash);
            ++verified;
        }
        EXPECT_EQ(outputs.size(), 1U) << name;
    }
    EXPECT_GT(verified, 40);
}

TEST(PlacedRun, MovesEachObjectOfAShimOnce) {
    const auto workload = workload_of("{suite: gemm_ps_01, placer: naive, firings: 40}");
    const backends::RunResult result = run(workload, false);
    // 2 x 2 cores. For each firing, a row reads 8,192 bytes, a column reads 4,096 and writes 2 x
    // 4,096.
    EXPECT_EQ(result.dram->read.count(), 40 * (2 * 8'192 + 2 * 4'096));
    EXPECT_EQ(result.dram->written.count(), 40 * (2 * 2 * 4'096));
}

TEST(PlacedRun, TakesPacketsOfSeveralCoresAsTheirHeadersSay) {
    const auto workload = workload_of("{suite: tree_ps_24, moves: 20000, firings: 30}");
    const schedule::Schedule schedule = mapping::map_workload(workload, strix());
    int out_of_order = 0;
    for (const schedule::TileProgram& program : schedule.tiles)
        out_of_order += static_cast<int>(
            std::ranges::count(program.channels, true, &schedule::Channel::out_of_order));
    EXPECT_GT(out_of_order, 0);
    EXPECT_TRUE(run(workload).verification->passed);
}

TEST(PlacedRun, IsTheSameEveryTime) {
    const auto time = [] {
        return run(workload_of("{suite: mesh_fs_02, moves: 20000, firings: 50}"), false)
            .cycles->count();
    };
    EXPECT_EQ(time(), time());
}

TEST(PlacedRun, TakesObjectsOfAnotherSize) {
    const auto workload =
        workload_of("{suite: mesh_ps_03, placer: naive, firings: 20, object_bytes: 4}");
    const backends::RunResult result = run(workload);
    EXPECT_TRUE(result.verification->passed);
    // For each firing, three rows and three columns read 4 bytes each, and three rows write 4 each.
    EXPECT_EQ(result.dram->read.count(), 20 * 6 * 4);
    EXPECT_EQ(result.dram->written.count(), 20 * 3 * 4);
}

}  // namespace
}  // namespace xdnasim::placed
