#include "workloads/integer/solver.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace xdnasim::integer {
namespace {

class Solver : public testing::Test {
 protected:
    void SetUp() override {
        if (!has_solver()) GTEST_SKIP() << "Cbc is not installed";
    }
};

/// test/run installs Cbc where it can and then sets XDNASIM_NEEDS_SOLVER. Without this test, a
/// build that does not find Cbc would go unnoticed, since the tests that need Cbc would be skipped.
TEST(HasSolver, IsTrueWhereItHasBeenInstalled) {
    EXPECT_TRUE(has_solver() || std::getenv("XDNASIM_NEEDS_SOLVER") == nullptr);
}

/// A knapsack problem with things of random worth and size.
struct Knapsack {
    Program program;
    std::vector<double> worth;
    std::vector<double> size;
    double room = 0;
};

Knapsack knapsack(unsigned seed, int things) {
    std::mt19937 random{seed};
    Knapsack sack;
    std::vector<Term> row;
    for (int i = 0; i < things; ++i) {
        sack.worth.push_back(1 + static_cast<double>(random() % 100));
        sack.size.push_back(1 + static_cast<double>(random() % 100));
        sack.room += sack.size.back() / 2;
        row.push_back({sack.program.add_column({.cost = -sack.worth.back()}), sack.size.back()});
    }
    sack.program.add_row(0, row, sack.room);
    sack.program.add_cost(1000);
    return sack;
}

double best_by_trying(const Knapsack& sack) {
    double best = 0;
    const std::size_t things = sack.worth.size();
    for (std::size_t choice = 0; choice < std::size_t{1} << things; ++choice) {
        double worth = 0;
        double size = 0;
        for (std::size_t i = 0; i < things; ++i) {
            if ((choice >> i & 1U) == 0) continue;
            worth += sack.worth[i];
            size += sack.size[i];
        }
        if (size <= sack.room) best = std::max(best, worth);
    }
    return 1000 - best;
}

TEST_F(Solver, FindsWhatTryingAllFinds) {
    int solved = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const Knapsack sack = knapsack(seed, 10);
        const Answer answer = solve(sack.program, {}, {});
        ASSERT_EQ(answer.ending, Ending::Optimal);
        EXPECT_NEAR(sack.program.cost_of(*answer.values), best_by_trying(sack), 1e-6);
        EXPECT_NEAR(*answer.bound, best_by_trying(sack), 1e-3);
        ++solved;
    }
    EXPECT_EQ(solved, 20);
}

TEST_F(Solver, SaysThatNothingHolds) {
    Program program;
    const std::array<Term, 2> sum{Term{program.add_column({})}, Term{program.add_column({})}};
    program.add_row(3, sum, 4);
    const Answer answer = solve(program, {}, {});
    EXPECT_EQ(answer.ending, Ending::Infeasible);
    EXPECT_FALSE(answer.values);
}

/// A program for which Cbc takes minutes: a market split problem (Cornuejols and Dawande, 1998),
/// whose cost is the slack.
Program hard() {
    std::mt19937 random{7};
    Program program;
    constexpr int kColumns = 100;
    constexpr int kRows = 20;
    for (int i = 0; i < kColumns; ++i)
        program.add_column({.cost = 0});
    for (int row = 0; row < kRows; ++row) {
        std::vector<Term> terms;
        double sum = 0;
        for (int i = 0; i < kColumns; ++i) {
            terms.push_back({i, static_cast<double>(random() % 100)});
            sum += terms.back().factor;
        }
        const Column slack{0, kUnlimited, 1, false};
        terms.push_back({program.add_column(slack), 1});
        terms.push_back({program.add_column(slack), -1});
        const double half = std::floor(sum / 2);
        program.add_row(half, terms, half);
    }
    return program;
}

TEST_F(Solver, KeepsTheBestWhenItIsStopped) {
    const Program program = hard();
    int asked = 0;
    const Answer answer = solve(program, {}, {.may_go_on = [&] { return ++asked < 50; }});
    EXPECT_EQ(answer.ending, Ending::Stopped);
    EXPECT_EQ(asked, 50);
    ASSERT_TRUE(answer.values);
    EXPECT_TRUE(program.holds(*answer.values));
    ASSERT_TRUE(answer.bound);
    EXPECT_LE(*answer.bound, program.cost_of(*answer.values));
}

TEST_F(Solver, KeepsTheBestWhenTimeIsUp) {
    const Program program = hard();
    const Answer answer = solve(program, {}, {.time = std::chrono::duration<double>{0.7}});
    EXPECT_EQ(answer.ending, Ending::Time);
    EXPECT_TRUE(answer.values && program.holds(*answer.values));
}

/// Sends `signal` to the child process that this process has started and not yet waited for.
void send_to_child(int signal) {
    std::ifstream file{fmt::format("/proc/self/task/{}/children", ::getpid())};
    pid_t child = 0;
    file >> child;
    if (child > 0) ::kill(child, signal);
}

TEST_F(Solver, HasNoLessTimeWhereItMustWait) {
    const base::ProcessorTime limit{0.3};
    base::ProcessorTime spent{0};
    bool has_waited = false;
    const Answer answer = solve(hard(), {}, {.time = limit, .may_go_on = [&] {
                                                 spent = time_of_running_solver();
                                                 if (!has_waited) {
                                                     send_to_child(SIGSTOP);
                                                     ::usleep(400'000);
                                                     send_to_child(SIGCONT);
                                                     has_waited = true;
                                                 }
                                                 return true;
                                             }});
    EXPECT_TRUE(has_waited);
    EXPECT_EQ(answer.ending, Ending::Time);
    EXPECT_GT(spent, limit / 2);
    EXPECT_EQ(time_of_running_solver(), base::ProcessorTime{0});
}

TEST_F(Solver, KeepsTheBestWhenItIsKilled) {
    const Program program = hard();
    // The solver finds its first solutions long before this time.
    constexpr base::ProcessorTime kEnough{1};
    const Answer answer = solve(program, {}, {.may_go_on = [&] {
                                    if (time_of_running_solver() > kEnough) send_to_child(SIGKILL);
                                    return true;
                                }});
    EXPECT_EQ(answer.ending, Ending::Failed);
    ASSERT_TRUE(answer.values);
    EXPECT_TRUE(program.holds(*answer.values));
}

TEST_F(Solver, EndsAloneWhenMemoryIsShort) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "a sanitizer has an end of its own for this";
#endif
    const Knapsack sack = knapsack(1, 10);
    const std::vector<double> nothing(10, 0);
    const Answer answer = solve(sack.program, nothing, {.memory = 1024});
    EXPECT_EQ(answer.ending, Ending::Memory);
    EXPECT_EQ(answer.values, nothing) << "the start is kept";
}

TEST_F(Solver, IsNeverWorseThanItsStart) {
    const Knapsack sack = knapsack(3, 10);
    std::vector<double> start(10, 0);
    start[2] = 1;
    const Answer answer = solve(sack.program, start, {});
    EXPECT_EQ(answer.ending, Ending::Optimal);
    EXPECT_NEAR(sack.program.cost_of(*answer.values), best_by_trying(sack), 1e-6);
    const Answer stopped =
        solve(hard(), std::vector<double>{}, {.may_go_on = [] { return false; }});
    EXPECT_EQ(stopped.ending, Ending::Stopped);
}

TEST(Program, AddsTermsOfOneColumnUp) {
    Program program;
    const ColumnId column = program.add_column({.upper = 3});
    const std::array<Term, 3> terms{Term{column, 1}, Term{column, 2}, Term{column, -2}};
    program.add_row(1, terms, 2);
    ASSERT_EQ(program.terms(0).size(), 1U);
    EXPECT_DOUBLE_EQ(program.terms(0).front().factor, 1);
    EXPECT_TRUE(program.holds(std::vector<double>{2}));
    EXPECT_FALSE(program.holds(std::vector<double>{3})) << "above the row's limit";
    EXPECT_FALSE(program.holds(std::vector<double>{1.5})) << "not whole";
}

}  // namespace
}  // namespace xdnasim::integer
