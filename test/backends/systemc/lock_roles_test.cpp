// Roles of locks: whether a lock counts filled or free buffers, and how a run reports waits for it.

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/run_statistics.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends {
namespace {

using arch::Cycles;
using arch::TileId;
using schedule::LockRole;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(LockRoles, AreKnownOfAllLocksOfTheExamples) {
    int filled = 0;
    int free = 0;
    for (const auto& file : std::filesystem::directory_iterator{XDNASIM_EXAMPLES}) {
        if (file.path().extension() != ".yaml") continue;
        const problem::Problem problem = problem::load_problem(file.path().string(), {});
        for (const schedule::TileProgram& program : problem::map_problem(problem).tiles)
            for (const schedule::Lock& lock : program.locks) {
                const bool counts_data = lock.name.ends_with(" full");
                EXPECT_TRUE(counts_data || lock.name.ends_with(" empty")) << lock.name;
                EXPECT_EQ(lock.role, counts_data ? LockRole::Filled : LockRole::Free)
                    << file.path() << ": " << lock.name << " of " << to_string(program.tile);
                // At the start all buffers are empty.
                EXPECT_EQ(lock.initial > 0, lock.role == LockRole::Free) << lock.name;
                ++(counts_data ? filled : free);
            }
    }
    EXPECT_EQ(filled, free);
    EXPECT_GT(filled, 1000);
}

/// Two cores, one above the other, whose locks of the same id have different roles.
class Neighbours : public testing::Test {
 protected:
    Neighbours() {
        schedule_.tiles.resize(2);
        schedule_.tiles[0].tile = kLower;
        schedule_.tiles[0].locks = {{0, "ready", 0, LockRole::Filled}, {1, "unknown", 0}};
        schedule_.tiles[1].tile = kUpper;
        schedule_.tiles[1].locks = {{0, "room", 0, LockRole::Free}};
        for (schedule::TileProgram& program : schedule_.tiles)
            program.core = {{schedule::Acquire{{program.tile, 0}}}};
    }

    /// The statistics of a run in which the lower core waits for lock `id` of `tile` from cycle 10
    /// to 30.
    [[nodiscard]] RunStatistics waiting_for(TileId tile, int id) const {
        RunStatistics statistics{schedule_, device_, clock_};
        statistics.on(events::CoreInterval{.tile = kLower,
                                           .state = events::CoreState::LockStall,
                                           .action = events::CoreAction::LockAcquire,
                                           .object = id,
                                           .lock_tile = tile,
                                           .begin = Cycles{10},
                                           .end = Cycles{30}});
        statistics.finish(Cycles{100});
        return statistics;
    }
    [[nodiscard]] std::vector<std::int64_t> stalls(TileId tile, int id) const {
        const RunStatistics statistics = waiting_for(tile, id);
        return {statistics.lock_stall(LockRole::Filled).count(),
                statistics.lock_stall(LockRole::Free).count(),
                statistics.lock_stall(LockRole::Other).count()};
    }

    static constexpr TileId kLower{0, 2};
    static constexpr TileId kUpper{0, 3};
    schedule::Schedule schedule_;
    arch::Device device_;
    sim::ClockDomain clock_{1};
};

TEST_F(Neighbours, CountAStallByWhatItsLockCounts) {
    using testing::ElementsAre;
    EXPECT_THAT(stalls(kLower, 0), ElementsAre(20, 0, 0));
    EXPECT_THAT(stalls(kLower, 1), ElementsAre(0, 0, 20));
    EXPECT_THAT(stalls(kUpper, 0), ElementsAre(0, 20, 0)) << "as the owner declares it";
    EXPECT_THAT(stalls(kLower, 7), ElementsAre(0, 0, 20)) << "declared by nobody";
}

TEST_F(Neighbours, StallAsLongWhoeverHasTheLock) {
    for (const TileId tile : {kLower, kUpper}) {
        const std::vector<CoreTimes> cores = waiting_for(tile, 0).core_times();
        ASSERT_EQ(cores.size(), 2U);
        EXPECT_EQ(cores[0][events::CoreState::LockStall], Cycles{20});
        EXPECT_EQ(cores[0][events::CoreState::Idle], Cycles{80});
        EXPECT_EQ(cores[1][events::CoreState::Idle], Cycles{100});
    }
}

Bottleneck bottleneck_of(const schedule::Schedule& schedule, const arch::Device& device) {
    return make_systemc_backend()->run(schedule, device, {}).bottleneck.value();
}

TEST(LockRoles, ThatNobodyKnowsAreNotTakenForInputs) {
    const problem::Setting slow_kernel{"gemm.kernel.cycles_per_call", "6000"};
    const problem::Problem problem =
        problem::load_problem(XDNASIM_EXAMPLES "/gemm_xdna2_int8.yaml", {{slow_kernel}});
    schedule::Schedule schedule = problem::map_problem(problem);
    const Bottleneck known = bottleneck_of(schedule, problem.device);
    EXPECT_THAT(why(known),
                AllOf(HasSubstr("for A and B"), Not(HasSubstr("may count inputs or outputs"))));
    for (schedule::TileProgram& program : schedule.tiles)
        for (schedule::Lock& lock : program.locks)
            lock.role = LockRole::Other;
    const Bottleneck unknown = bottleneck_of(schedule, problem.device);
    EXPECT_EQ(name_of(unknown), name_of(known));
    EXPECT_THAT(why(unknown), HasSubstr("0.0 % for A and B"));
    EXPECT_THAT(why(unknown), HasSubstr("for locks that may count inputs or outputs"));
}

}  // namespace
}  // namespace xdnasim::backends
