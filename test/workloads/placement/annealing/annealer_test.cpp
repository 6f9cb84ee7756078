#include "workloads/placement/annealing/annealer.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/placement/strix.hpp"
#include "workloads/placement/annealing/estimate.hpp"
#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {
namespace {

TEST(BoxCost, IsThatOfTheWorkedExample) {
    Netlist netlist = cores(2);
    connect(netlist, 0, {1});
    EXPECT_NEAR(box_cost(strix(), Placement{{{0, 2}, {2, 4}}}, netlist.net(0)), 3.33, 0.005);
}

TEST(Estimate, IsAfterManyMovesWhatItIsFromScratch) {
    const Array array = strix();
    int compared = 0;
    for (const char* name : {"mesh_pl_16", "tree_fl_09", "gemm_ps_03", "resnet_pl_01"}) {
        const Netlist netlist = netlist::suite_netlist(name);
        for (const CongestionModel model : {CongestionModel::None, CongestionModel::PathUniform,
                                            CongestionModel::ChannelUniform}) {
            Estimate moved{netlist, array, model};
            moved.reset(place_in_order(netlist, array, ColumnOrder::FromTheSouth));
            std::mt19937 random{7};
            for (int i = 0; i < 2000; ++i) {
                const auto core = static_cast<CoreId>(random() % netlist.cores.size());
                const auto& tiles = array.tiles(netlist.kind(core));
                moved.move(core, tiles[random() % tiles.size()]);
            }
            Estimate fresh{netlist, array, model};
            fresh.reset(moved.placement());
            EXPECT_NEAR(moved.cost(), fresh.cost(), 1e-6);
            EXPECT_EQ(moved.fits(), fresh.fits());
            ++compared;
        }
    }
    EXPECT_EQ(compared, 12);
}

TEST(Estimate, SeesWhatDoesNotFitAsTheEvaluatorDoes) {
    const Array array = strix();
    int fitting = 0;
    for (const std::string& name : netlist::suite_names()) {
        const Netlist netlist = netlist::suite_netlist(name);
        const Placement placement = place_in_order(netlist, array, ColumnOrder::FromTheSouth);
        Estimate estimate{netlist, array, CongestionModel::None};
        estimate.reset(placement);
        fitting += estimate.fits() ? 1 : 0;
        // The evaluator also evens out buffers between the cores of a column, so that it may accept
        // placements that the estimate does not.
        if (estimate.fits()) {
            EXPECT_TRUE(
                breaches(netlist, array, {placement, share_neighbours(netlist, array, placement)})
                    .empty())
                << name;
        }
    }
    EXPECT_NEAR(fitting, 120, 5);
}

/// A core whose memory one net fills to the last word, and which sends three more nets of one byte.
Netlist full_core() {
    Netlist netlist = cores(6);
    netlist.nets.push_back({0, {1, 2}, {1, 1, 1}, arch::Bytes{64'509}, 0});
    for (const CoreId sink : {3, 4, 5})
        netlist.nets.push_back({0, {sink}, {1, 1}, arch::Bytes{1}, 0});
    return netlist;
}

TEST(Estimate, SeesThatBuffersOfAColumnMayLeaveAFullTile) {
    const Array array = strix();
    const Netlist netlist = full_core();
    Estimate estimate{netlist, array, CongestionModel::None};
    estimate.reset(Placement{{{2, 3}, {3, 3}, {4, 3}, {2, 4}, {2, 2}, {1, 3}}});
    EXPECT_FALSE(estimate.fits());
    EXPECT_TRUE(estimate.may_fit());
    // The buffer of the net to a core in the east has to lie in the source's memory, which is full.
    estimate.reset(Placement{{{2, 3}, {1, 3}, {4, 3}, {2, 4}, {2, 2}, {3, 3}}});
    EXPECT_FALSE(estimate.may_fit());
}

TEST(Cooling, BeginsWhereMovesCostNothingOnTheWhole) {
    const std::vector<double> deltas{-1, 2};
    EXPECT_NEAR(balanced_temperature(deltas), 2 / std::log(2.0), 1e-5);
    const std::vector<double> only_up{3, 4};
    EXPECT_LE(balanced_temperature(only_up), 1e-5);
}

TEST(Cooling, IsSlowWhereMostIsDecided) {
    EXPECT_DOUBLE_EQ(cooled(10, 0.97), 5);
    EXPECT_DOUBLE_EQ(cooled(10, 0.9), 9);
    EXPECT_DOUBLE_EQ(cooled(10, 0.5), 9.5);
    EXPECT_DOUBLE_EQ(cooled(10, 0.1), 8);
}

struct Found {
    std::optional<Solution> best;
    std::vector<Progress> history;
    std::vector<Breach> breaches;
    Ending ending{};
};

Found search(const std::string& name, Method method, SearchOptions options,
             StreamMode mode = StreamMode::Mixed) {
    const Array array = strix();
    const Netlist netlist = netlist::suite_netlist(name);
    const auto router = make_negotiating_router(array, mode);
    Search search{netlist, array, *router, std::move(options)};
    make_placer(method)->place(search);
    return {search.best(), search.history(), search.least_breaches(), search.ending()};
}

TEST(Annealer, FindsTheOptimumOfTheWorkedExampleByAllOfItsCosts) {
    for (const Method method :
         {Method::Annealing, Method::AnnealingPath, Method::AnnealingChannel}) {
        const Found found = search("line_ps_01", method, {.seed = 3, .max_moves = 50'000});
        ASSERT_TRUE(found.best);
        EXPECT_NEAR(*found.history.back().best, 28.46, 1e-9) << to_string(method);
    }
}

TEST(Annealer, GivesTheSamePlacementAgainForASeed) {
    const SearchOptions options{.seed = 5, .max_moves = 150'000};
    const Found one = search("mesh_ps_06", Method::AnnealingPath, options);
    const Found two = search("mesh_ps_06", Method::AnnealingPath, options);
    ASSERT_TRUE(one.best);
    EXPECT_EQ(one.best->placement, two.best->placement);
    EXPECT_EQ(one.history.size(), two.history.size());
}

TEST(Annealer, NeedsPacketsForATreeThatNoCircuitsHold) {
    const SearchOptions options{.seed = 1, .max_moves = 1'000'000};
    const Found mixed = search("tree_ps_24", Method::AnnealingPath, options);
    ASSERT_TRUE(mixed.best);
    const Array array = strix();
    EXPECT_GT(measures_of(netlist::suite_netlist("tree_ps_24"), array, *mixed.best).packet_nets, 0);
    const Found circuits = search("tree_ps_24", Method::AnnealingPath,
                                  {.seed = 1, .max_moves = 200'000}, StreamMode::Circuit);
    EXPECT_FALSE(circuits.best);
    EXPECT_FALSE(circuits.breaches.empty());
}

TEST(Annealer, PlacesACoreWhoseMemoryIsFullBesideOthersWithRoom) {
    const Array array = strix();
    Netlist netlist = full_core();
    for (int order = 0; order < 2; ++order) {
        const auto router = make_negotiating_router(array, StreamMode::Mixed);
        Search search{netlist, array, *router, {.seed = 2, .max_moves = 50'000}};
        make_placer(Method::AnnealingPath)->place(search);
        ASSERT_TRUE(search.best()) << order;
        EXPECT_NEAR(search.best_cost(), 295.595, 1e-6);
        std::ranges::reverse(netlist.nets);
    }
}

TEST(Annealer, KeepsTheBestLegalPlacementWhenItIsStopped) {
    int asked = 0;
    const Found found =
        search("mesh_ps_06", Method::AnnealingPath,
               {.seed = 2, .max_moves = 1'000'000, .may_go_on = [&] { return ++asked < 100; }});
    EXPECT_EQ(found.ending, Ending::Budget);
    ASSERT_TRUE(found.best);
    const Array array = strix();
    EXPECT_TRUE(breaches(netlist::suite_netlist("mesh_ps_06"), array, *found.best).empty());
}

TEST(Annealer, PlacesEveryKindOfNetlist) {
    int placed = 0;
    for (const char* name : {"line_fs_09", "mesh_fl_07", "tree_fs_11", "tree_pl_14", "edge_pl_03",
                             "gemm_pl_01", "resnet_pl_01"}) {
        const Found found = search(name, Method::AnnealingPath, {.seed = 1, .max_moves = 150'000});
        EXPECT_TRUE(found.best) << name;
        ++placed;
    }
    EXPECT_EQ(placed, 7);
}

}  // namespace
}  // namespace xdnasim::placement
