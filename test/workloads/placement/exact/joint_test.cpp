#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/placement/exact/brute_force.hpp"
#include "test/workloads/placement/exact/random_netlist.hpp"
#include "workloads/placement/exact/exact_placers.hpp"
#include "workloads/placement/exact/joint_program.hpp"

namespace xdnasim::placement {
namespace {

class JointProgramTest : public testing::Test {
 protected:
    void SetUp() override {
        if (!integer::has_solver()) GTEST_SKIP() << "Cbc is not installed";
    }
};

struct Optimum {
    double cost = 0;
    double bound = 0;
    bool is_legal = false;
};

Optimum optimum(const Netlist& netlist, const Array& array) {
    const JointProgram joint{netlist, array, StreamMode::Mixed, everywhere(netlist, array)};
    const integer::Answer answer = integer::solve(joint.program(), {}, {});
    if (answer.ending == integer::Ending::Infeasible) {
        constexpr double kNone = std::numeric_limits<double>::infinity();
        return {kNone, kNone, true};
    }
    EXPECT_EQ(answer.ending, integer::Ending::Optimal);
    const Solution solution = joint.solution_of(*answer.values);
    return {cost_of(netlist, array, solution).total(), *answer.bound,
            breaches(netlist, array, solution).empty()};
}

TEST_F(JointProgramTest, EqualsTryingAllOnSmallNetlists) {
    constexpr int kColumns = 2;
    const Array array{narrow(kColumns)};
    int compared = 0;
    int legal = 0;
    long tried = 0;
    for (unsigned seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        const Netlist netlist = random_netlist(seed);
        BruteForce all{netlist, kColumns};
        const double least = all.least();
        const Optimum found = optimum(netlist, array);
        EXPECT_TRUE(found.is_legal);
        if (least < 1e9) {
            EXPECT_NEAR(found.cost, least, 1e-6);
            EXPECT_NEAR(found.bound, least, 1e-3);
            ++legal;
        } else {
            EXPECT_EQ(found.cost, least);
        }
        tried += all.tried();
        ++compared;
    }
    EXPECT_EQ(compared, 30);
    EXPECT_GE(legal, 20);
    EXPECT_GT(tried, 30 * 100);
}

TEST_F(JointProgramTest, HasRoomForObjectsInWholeWordsAndPaysForTheirBytes) {
    constexpr int kColumns = 2;
    const Array array{narrow(kColumns)};
    for (const CoreId sink : {3, 1}) {
        SCOPED_TRACE(sink);
        // The first net fills the memories of cores 0, 1 and 2, so that the byte of the second net
        // has to lie in the memory of core 3.
        Netlist netlist = cores(4);
        netlist.nets.push_back({0, {1, 2}, {1, 1, 1}, arch::Bytes{64'510}, 0});
        netlist.nets.push_back({0, {sink}, {1, 1}, arch::Bytes{1}, 0});
        const double least = BruteForce{netlist, kColumns}.least();
        const Optimum found = optimum(netlist, array);
        EXPECT_TRUE(found.is_legal);
        if (sink == 3) {
            EXPECT_NEAR(found.cost, least, 1e-6);
            EXPECT_NEAR(found.bound, least, 1e-3);
        } else {
            EXPECT_EQ(found.cost, least) << "nothing is legal";
        }
    }
}

TEST_F(JointProgramTest, IsNotPaidForWhatCoresHaveOfTheirOwn) {
    Netlist netlist = cores(2);
    connect(netlist, 0, {1});
    netlist.cores.front().own.memory = arch::Bytes{10'000};
    const Optimum found = optimum(netlist, Array{narrow(1)});
    EXPECT_NEAR(found.bound, found.cost, 1e-3);
}

TEST_F(JointProgramTest, FindsTheWorkedExampleAndProvesIt) {
    const Array array = strix();
    const Netlist netlist = netlist::suite_netlist("line_ps_01");
    const auto router = make_negotiating_router(array, StreamMode::Mixed);
    Search search{netlist, array, *router, {}};
    make_placer(Method::Joint)->place(search);
    ASSERT_TRUE(search.best());
    EXPECT_EQ(search.ending(), Ending::Done);
    EXPECT_NEAR(search.best_cost(), 28.46, 1e-6);
    EXPECT_NEAR(*search.bound(), 28.46, 1e-4);
    EXPECT_EQ(search.oracle().calls().proven, 1);
}

TEST_F(JointProgramTest, KeepsToLinksOfFewChannels) {
    // A MemTile below two cores sends five nets to both. By the paper's counts, a link to the north
    // has four channels.
    const Array array{narrow(1), {.links = LinkCounts::Paper}};
    Netlist netlist = cores(2);
    netlist.cores.push_back({arch::TileKind::MemTile, "m"});
    for (int i = 0; i < 5; ++i)
        connect(netlist, 2, {i % 2, (i + 1) % 2});
    const Placement placement{{{0, 2}, {0, 3}, {0, 1}}};
    const JointProgram all{netlist, array, StreamMode::Circuit, only_at(placement)};
    EXPECT_EQ(integer::solve(all.program(), {}, {}).ending, integer::Ending::Infeasible);
    netlist.nets.resize(2);
    const JointProgram two{netlist, array, StreamMode::Circuit, only_at(placement)};
    const integer::Answer answer = integer::solve(two.program(), {}, {});
    ASSERT_EQ(answer.ending, integer::Ending::Optimal);
    const Solution solution = two.solution_of(*answer.values);
    EXPECT_TRUE(breaches(netlist, array, solution).empty());
    EXPECT_EQ(solution.routes[0].hops.size(), 2U) << "one tree to both";
}

TEST_F(JointProgramTest, ProvesThatNothingIsLegal) {
    // The core gets three nets from the MemTile, all of them circuits, and has two S2MM channels.
    const Array array{narrow(2)};
    Netlist netlist = cores(1);
    netlist.cores.push_back({arch::TileKind::MemTile, "m"});
    for (int i = 0; i < 3; ++i)
        connect(netlist, 1, {0});
    const auto router = make_negotiating_router(array, StreamMode::Mixed);
    Search search{netlist, array, *router, {}};
    make_placer(Method::Joint)->place(search);
    EXPECT_FALSE(search.best());
    EXPECT_EQ(search.ending(), Ending::Done);
    ASSERT_TRUE(search.bound());
    EXPECT_EQ(*search.bound(), std::numeric_limits<double>::infinity());
}

TEST_F(JointProgramTest, TakesItsOwnSolutionsForStarts) {
    const Array array = strix();
    int taken = 0;
    for (const char* name :
         {"line_ps_04", "mesh_fs_03", "tree_ps_04", "gemm_ps_01", "edge_ps_01"}) {
        const Netlist netlist = netlist::suite_netlist(name);
        const auto router = make_negotiating_router(array, StreamMode::Mixed);
        Search search{netlist, array, *router, {.seed = 1, .max_moves = 30'000}};
        make_placer(Method::AnnealingPath)->place(search);
        ASSERT_TRUE(search.best()) << name;
        const JointProgram joint{netlist, array, StreamMode::Mixed, everywhere(netlist, array)};
        const std::vector<double> values = joint.values_of(*search.best());
        ASSERT_FALSE(values.empty()) << name;
        EXPECT_NEAR(joint.program().cost_of(values), search.best_cost(), 1e-6) << name;
        const Solution again = joint.solution_of(values);
        EXPECT_EQ(again.placement, search.best()->placement);
        EXPECT_NEAR(cost_of(netlist, array, again).total(), search.best_cost(), 1e-6);
        ++taken;
    }
    EXPECT_EQ(taken, 5);
}

TEST(JointProgramSize, IsLimitedBeforeMemoryIsTaken) {
    const Array array{arch::load_device(arch::find_device("versal-ve2802"))};
    Netlist netlist = cores(2);
    for (int i = 0; i < 1000; ++i)
        connect(netlist, 0, {1});
    try {
        const JointProgram joint{netlist, array, StreamMode::Mixed, everywhere(netlist, array)};
        FAIL() << joint.program().columns().size() << " columns";
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("columns; allowed: up to 1,000,000"));
    }
}

}  // namespace
}  // namespace xdnasim::placement
