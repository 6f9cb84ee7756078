#include <algorithm>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/placement/exact/random_netlist.hpp"
#include "workloads/placement/exact/exact_placers.hpp"

namespace xdnasim::placement {
namespace {

constexpr std::int64_t kMoves = 300;  ///< too few for an annealing to end well

class LocalSearchTest : public testing::Test {
 protected:
    void SetUp() override {
        if (!integer::has_solver()) GTEST_SKIP() << "Cbc is not installed";
    }

    struct Result {
        double cost = 0;
        bool is_done = false;
        int calls = 0;
    };
    static Result found(Method method, const Netlist& netlist, const Array& array) {
        const auto router = make_negotiating_router(array, StreamMode::Mixed);
        Search search{netlist, array, *router, {.seed = 2, .max_moves = kMoves}};
        make_placer(method)->place(search);
        if (search.best()) {
            EXPECT_TRUE(breaches(netlist, array, *search.best()).empty());
        }
        return {search.best_cost(), search.ending() == Ending::Done, search.oracle().calls().all()};
    }
};

TEST_F(LocalSearchTest, NeverEndsWorseThanItStartedNorBetterThanTheJointProgram) {
    const Array array{narrow(2)};
    int compared = 0;
    int better = 0;
    for (unsigned seed = 31; seed <= 38; ++seed) {
        SCOPED_TRACE(seed);
        const Netlist netlist = random_netlist(seed);
        const Result start = found(Method::AnnealingPath, netlist, array);
        const Result end = found(Method::LocalSearch, netlist, array);
        const Result joint = found(Method::Joint, netlist, array);
        EXPECT_LE(end.cost, start.cost + 1e-9);
        ASSERT_TRUE(joint.is_done);
        EXPECT_LE(joint.cost, end.cost + 1e-6);
        if (end.calls == 0) continue;
        ++compared;
        better += end.cost < start.cost - 1e-6 ? 1 : 0;
    }
    EXPECT_GE(compared, 6);
    EXPECT_GE(better, 1) << "it moves at all";
}

TEST_F(LocalSearchTest, MovesAsItIsToldTo) {
    const Netlist netlist = netlist::suite_netlist("line_ps_01");
    const auto placed = [&](LocalSearchChoices lsmo) {
        const Array array{narrow(3), {.lsmo = lsmo}};
        return found(Method::LocalSearch, netlist, array);
    };
    const Result once = placed({.patience = 0});
    const Result all = placed({});
    const Result square = placed({.neighbourhood = Neighbourhood::Square});
    const Result one = placed({.cores = StepSize::One});
    EXPECT_LE(all.cost, once.cost);
    EXPECT_GT(all.calls, once.calls);
    EXPECT_NEAR(square.cost, 28.46, 1e-6);
    // Each step solves a program for each of the four cores.
    EXPECT_EQ(one.calls % 4, 0);
    EXPECT_GE(one.calls, 4 * 6);
    EXPECT_LE(one.cost, once.cost);
    // Diagonal steps lead from a MemTile or a shim to no other tile of the same kind, since these
    // lie in one row. The cores still move.
    EXPECT_GT(placed({.neighbourhood = Neighbourhood::Diagonal}).calls, 0);
}

TEST_F(LocalSearchTest, GetsOnFromAPlacementThatIsFarFromTheBest) {
    const Array array = strix();
    const Netlist netlist = netlist::suite_netlist("line_ps_01");
    const Result start = found(Method::AnnealingPath, netlist, array);
    const Result end = found(Method::LocalSearch, netlist, array);
    EXPECT_LE(end.cost, start.cost);
    EXPECT_NEAR(end.cost, 28.46, 1e-6);
}

TEST_F(LocalSearchTest, KeepsTheBestWhenItIsStopped) {
    const Array array = strix();
    const Netlist netlist = netlist::suite_netlist("mesh_ps_03");
    const auto router = make_negotiating_router(array, StreamMode::Mixed);
    bool is_solving = false;
    int asked = 0;
    Search search{
        netlist,
        array,
        *router,
        {.seed = 1,
         .max_moves = 20'000,
         .may_go_on =
             [&] {
                 if (is_solving) ++asked;
                 return asked < 5;
             },
         .on_progress = [&](const Progress& progress) { is_solving = progress.moves == 20'000; }}};
    make_placer(Method::LocalSearch)->place(search);
    EXPECT_TRUE(search.best());
    EXPECT_EQ(search.ending(), Ending::Budget);
}

class ExactRouterTest : public LocalSearchTest {};

TEST_F(ExactRouterTest, IsNeverWorseThanNegotiatedCongestion) {
    const Array array = strix();
    int compared = 0;
    int better = 0;
    for (const char* name : {"line_ps_02", "mesh_ps_02", "mesh_ps_09", "mesh_ps_11", "tree_ps_02",
                             "tree_ps_07", "tree_pl_06", "gemm_ps_01", "gemm_ps_02"}) {
        SCOPED_TRACE(name);
        const Netlist netlist = netlist::suite_netlist(name);
        const Placement placement = place_in_order(netlist, array, ColumnOrder::FromTheSouth);
        Oracle oracle{std::chrono::duration<double>{5}};
        const Solution negotiated{
            placement,
            make_negotiating_router(array, StreamMode::Mixed)->route(netlist, placement)};
        const Solution exact{
            placement,
            make_exact_router(array, StreamMode::Mixed, oracle)->route(netlist, placement)};
        if (!breaches(netlist, array, negotiated).empty()) continue;
        EXPECT_TRUE(breaches(netlist, array, exact).empty());
        const double before = cost_of(netlist, array, negotiated).total();
        const double after = cost_of(netlist, array, exact).total();
        EXPECT_LE(after, before + 1e-6);
        ++compared;
        better += after < before - 1e-6 ? 1 : 0;
    }
    EXPECT_GE(compared, 6);
    EXPECT_GE(better, 1);
}

TEST_F(ExactRouterTest, FindsTreesThatTheNearestSinkFirstMisses) {
    const Array array = strix();
    Netlist netlist = cores(5);
    connect(netlist, 0, {1, 2, 3, 4});
    std::mt19937 random{1};
    const auto hops = [&](Router& router, const Placement& placement) {
        return router.route(netlist, placement).front().hops.size();
    };
    Oracle oracle;
    int shorter = 0;
    for (int i = 0; i < 15; ++i) {
        std::vector<arch::TileId> tiles = array.tiles(arch::TileKind::CompTile);
        std::ranges::shuffle(tiles, random);
        tiles.resize(5);
        const Placement placement{tiles};
        const auto negotiated = hops(*make_negotiating_router(array, StreamMode::Mixed), placement);
        const auto exact = hops(*make_exact_router(array, StreamMode::Mixed, oracle), placement);
        EXPECT_LE(exact, negotiated);
        shorter += exact < negotiated ? 1 : 0;
    }
    EXPECT_EQ(oracle.calls().proven, 15);
    EXPECT_GE(shorter, 2);
}

TEST_F(ExactRouterTest, GivesTheWaysOfNegotiationWhereNoneIsLegal) {
    const Array array = strix();
    Netlist netlist = cores(1);
    netlist.cores.push_back({arch::TileKind::MemTile, "m"});
    for (int i = 0; i < 3; ++i)
        connect(netlist, 1, {0});
    const Placement placement{{{0, 2}, {0, 1}}};
    Oracle oracle;
    const Solution exact{
        placement, make_exact_router(array, StreamMode::Mixed, oracle)->route(netlist, placement)};
    ASSERT_EQ(breaches(netlist, array, exact).size(), 1U);
    EXPECT_EQ(breaches(netlist, array, exact).front().excess(), 1);
}

TEST(RoutedAnnealer, EndsLegalAndNearTheBest) {
    const Array array = strix();
    const Netlist netlist = netlist::suite_netlist("line_ps_01");
    const auto router = make_negotiating_router(array, StreamMode::Mixed);
    Search search{netlist, array, *router, {.seed = 1, .max_moves = 2'000}};
    make_placer(Method::AnnealingRoutes)->place(search);
    ASSERT_TRUE(search.best());
    EXPECT_LE(search.best_cost(), 28.46 * 1.1);
    EXPECT_EQ(search.moves(), 2'000);
}

}  // namespace
}  // namespace xdnasim::placement
