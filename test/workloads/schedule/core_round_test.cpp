#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/workloads/schedule/example_schedule.hpp"
#include "workloads/schedule/operations.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::schedule {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr LockRef kFull{{0, 2}, 1};
constexpr LockRef kEmpty{{0, 2}, 0};
constexpr KernelRef kZero{0};
constexpr KernelRef kMultiply{1};

TileProgram endless(CoreBody round) {
    TileProgram program;
    program.core = {{Loop{std::nullopt, std::move(round)}}};
    return program;
}

/// Operations of a GEMM's core for one output: 2 lock operations of the output, and 4 for each of 6
/// multiplying calls, in a loop of three pairs.
CoreBody output() {
    CoreBody pair;
    for (int i = 0; i < 2; ++i) {
        pair.push_back({Acquire{kFull}});
        pair.push_back({Acquire{kFull}});
        pair.push_back({Call{kMultiply, {}}});
        pair.push_back({Release{kEmpty}});
        pair.push_back({Release{kEmpty}});
    }
    return {{Acquire{{{0, 2}, 4}}},
            {Call{kZero, {}}},
            {Loop{3, std::move(pair)}},
            {Release{{{0, 2}, 5}}}};
}

TEST(CoreRound, CountsWhatLoopsRepeat) {
    const std::optional<CoreRound> round = core_round(endless(output()));
    ASSERT_TRUE(round);
    EXPECT_THAT(round->calls, ElementsAre(Pair(kZero, 1), Pair(kMultiply, 6)));
    EXPECT_EQ(round->all_calls(), 7);
    EXPECT_EQ(round->lock_operations(), 4 * 6 + 2);
    const LockUse& full = round->locks.at(kFull);
    EXPECT_EQ(full.acquires, 12);
    EXPECT_EQ(full.releases, 0);
    EXPECT_EQ(round->locks.at(kEmpty).releases, 12);
}

TEST(CoreRound, TellsOperationsFromTheirValues) {
    const std::optional<CoreRound> round =
        core_round(endless({{Loop{5, {{Acquire{kFull, 3}}, {Release{kFull, -2}}}}}}));
    ASSERT_TRUE(round);
    const LockUse& use = round->locks.at(kFull);
    EXPECT_EQ(use.acquires, 5);
    EXPECT_EQ(use.acquired, 15);
    EXPECT_EQ(use.releases, 5);
    EXPECT_EQ(use.released, -10);
    EXPECT_EQ(use.net(), -25);
    EXPECT_EQ(round->lock_operations(), 10);
}

TEST(CoreRound, LeavesOutWhatRunsBeforeTheLoop) {
    TileProgram program = endless({{Release{kFull}}});
    program.core.insert(program.core.begin(), {Acquire{kEmpty}});
    const std::optional<CoreRound> round = core_round(program);
    ASSERT_TRUE(round);
    EXPECT_EQ(round->lock_operations(), 1);
    EXPECT_EQ(count_operations(program.core).lock_operations(), 2);
}

TEST(CoreRound, IsNoneOfAProgramThatEnds) {
    EXPECT_FALSE(core_round({}));
    TileProgram program;
    program.core = output();
    EXPECT_FALSE(core_round(program));
    program.core = {{Loop{2, output()}}};
    EXPECT_FALSE(core_round(program));
    EXPECT_EQ(count_operations(program.core).lock_operations(), 2 * 26);
}

TEST(CoreRound, SaturatesInsteadOfOverflowing) {
    const std::int64_t many = std::int64_t{1} << 40;
    const std::optional<CoreRound> round =
        core_round(endless({{Loop{many, {{Loop{many, {{Acquire{kFull, 3}}, {Call{kZero, {}}}}}}}}},
                            {Acquire{kFull}},
                            {Call{kMultiply, {}}}}));
    ASSERT_TRUE(round);
    EXPECT_EQ(round->locks.at(kFull).acquires, base::kHuge);
    EXPECT_EQ(round->locks.at(kFull).acquired, base::kHuge);
    EXPECT_EQ(round->all_calls(), base::kHuge);
    EXPECT_EQ(round->lock_operations(), base::kHuge);
}

TEST(CoreRound, OfTheExampleTakesAndGivesEachBuffer) {
    const arch::Device device = arch::load_device(arch::find_device("teaching-2x1"));
    const Schedule schedule = test::copy_chain(device);
    const std::optional<CoreRound> round = core_round(*schedule.find({0, 2}));
    ASSERT_TRUE(round);
    EXPECT_THAT(round->calls, ElementsAre(Pair(KernelRef{0}, 2)));
    EXPECT_EQ(round->lock_operations(), 8);
    EXPECT_EQ(round->locks.size(), 4U);
}

}  // namespace
}  // namespace xdnasim::schedule
