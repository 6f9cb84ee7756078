// Cores that have to lie beside each other, and cores that stay where they are.

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/placement/strix.hpp"
#include "workloads/placement/annealing/estimate.hpp"
#include "workloads/placement/annealing/moves.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placement {
namespace {

using arch::TileId;
using testing::IsEmpty;

/// Offsets to the east and to the south, the directions of a cascade.
const std::vector<netlist::Offset> kCascade{{1, 0}, {0, -1}};

/// Two chains of four cores with cascades, and nets from each chain's end to the other's beginning.
Netlist two_cascades() {
    Netlist netlist = cores(8);
    for (const CoreId first : {0, 4})
        for (CoreId core = first; core < first + 3; ++core)
            netlist.ties.push_back({core, core + 1, kCascade});
    connect(netlist, 3, {4});
    connect(netlist, 7, {0});
    return netlist;
}

TEST(Away, CountsTilesToTheNearestPlaceThatIsAllowed) {
    const netlist::Tie tie{0, 1, kCascade};
    EXPECT_EQ(away(tie, {2, 3}, {3, 3}), 0);
    EXPECT_EQ(away(tie, {2, 3}, {2, 2}), 0);
    EXPECT_EQ(away(tie, {2, 3}, {2, 4}), 2);  // it should be two rows further south
    EXPECT_EQ(away(tie, {2, 3}, {5, 3}), 2);
}

TEST(Annealing, KeepsCascadesTogetherAndBringsTheirNetsCloser) {
    const Array array = strix();
    const Netlist netlist = two_cascades();
    const Placement apart{{{0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 5}, {5, 5}, {6, 5}, {7, 5}}};
    const auto router = make_negotiating_router(array, StreamMode::Circuit);
    Search search{netlist, array, *router, {.seed = 1, .max_moves = 60'000, .present = apart}};
    const double before = search.best_cost();
    make_placer(Method::AnnealingPath)->place(search);
    ASSERT_TRUE(search.best());
    EXPECT_THAT(breaches(netlist, array, *search.best()), IsEmpty());
    EXPECT_LT(search.best_cost(), before);
}

TEST(Annealing, LeavesCoresWhereTheyAreToStay) {
    const Array array = strix();
    Netlist netlist = two_cascades();
    netlist.cores[2].kept_tile = TileId{2, 2};
    const Placement apart{{{0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 5}, {5, 5}, {6, 5}, {7, 5}}};
    const auto router = make_negotiating_router(array, StreamMode::Circuit);
    for (const Method method : {Method::AnnealingPath, Method::AnnealingRoutes}) {
        const int moves = method == Method::AnnealingPath ? 20'000 : 300;
        Search search{netlist, array, *router, {.max_moves = moves, .present = apart}};
        make_placer(method)->place(search);
        ASSERT_TRUE(search.best());
        EXPECT_EQ(search.best()->placement.of(2), (TileId{2, 2}));
        EXPECT_THAT(breaches(netlist, array, *search.best()), IsEmpty());
    }
    Netlist still = cores(2);
    connect(still, 0, {1});
    still.cores[0].kept_tile = TileId{7, 5};
    still.cores[1].kept_tile = TileId{0, 2};
    for (const Method method : {Method::Naive, Method::Snake, Method::AnnealingPath}) {
        Search search{still, array, *router, {.max_moves = 100}};
        make_placer(method)->place(search);
        if (method == Method::AnnealingPath) continue;  // it has nothing to move
        ASSERT_TRUE(search.best());
        EXPECT_EQ(search.best()->placement, (Placement{{{7, 5}, {0, 2}}}));
    }
}

TEST(Estimate, OfTiesIsAfterManyMovesWhatItIsFromScratch) {
    const Array array = strix();
    const Netlist netlist = two_cascades();
    Estimate moved{netlist, array, CongestionModel::None};
    moved.reset(place_in_order(netlist, array, ColumnOrder::FromTheSouth));
    std::mt19937 random{7};
    int compared = 0;
    for (int i = 0; i < 500; ++i) {
        const auto& tiles = array.tiles(arch::TileKind::CompTile);
        moved.move(static_cast<CoreId>(random() % 8), tiles[random() % tiles.size()]);
        Estimate fresh{netlist, array, CongestionModel::None};
        fresh.reset(moved.placement());
        ASSERT_NEAR(moved.cost(), fresh.cost(), 1e-6);
        ASSERT_EQ(moved.fits(), fresh.fits());
        ++compared;
    }
    EXPECT_EQ(compared, 500);
}

TEST(Moves, TakeAlongWhatIsTiedAndPushNobodyOffItsTile) {
    const Array array = strix();
    const Netlist netlist = two_cascades();
    Random random{3};
    Moves moves{netlist, array, random};
    Placement placement{{{0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 5}, {5, 5}, {6, 5}, {7, 5}}};
    Estimate estimate{netlist, array, CongestionModel::None};
    int groups = 0;
    for (int i = 0; i < 400; ++i) {
        const auto steps = moves.draw(placement, 8);
        if (steps.size() < 2) continue;
        ++groups;
        EXPECT_EQ(steps.size(), 4U);
        estimate.reset(placement);
        for (const auto& [core, tile] : steps)
            estimate.move(core, tile);
        // Each core of the chain is where its step leads: none has pushed another off its tile.
        for (const auto& [core, tile] : steps)
            EXPECT_EQ(estimate.placement().of(core), tile);
    }
    EXPECT_GT(groups, 20);
}

}  // namespace
}  // namespace xdnasim::placement
