// shared_locks(): the locks that a core may not acquire ahead of simulated time, since something
// else may lower their values.

#include "sim/core_code.hpp"

#include <set>

#include <gtest/gtest.h>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {
namespace {

using schedule::LockRef;

constexpr arch::TileId kAlone{0, 2};
const LockRef kOfItsCore{kAlone, 3};

/// A schedule of one core that acquires kOfItsCore; no other program does.
schedule::Schedule one_core() {
    schedule::Schedule schedule;
    schedule::TileProgram program;
    program.tile = kAlone;
    program.core.push_back({schedule::Acquire{kOfItsCore, 1}});
    schedule.tiles.push_back(program);
    return schedule;
}

TEST(SharedLocks, AreNotThoseThatACoreAloneAcquires) {
    schedule::Schedule schedule = one_core();
    schedule::Bd bd;
    bd.release = schedule::Release{kOfItsCore, 1};
    schedule.tiles.front().bds.push_back(bd);
    EXPECT_TRUE(shared_locks(schedule).empty());
}

TEST(SharedLocks, AreThoseThatAReleaseTakesFrom) {
    const schedule::Release taking{kOfItsCore, -1};
    schedule::Schedule by_bd = one_core();
    schedule::Bd bd;
    bd.release = taking;
    by_bd.tiles.front().bds.push_back(bd);
    EXPECT_EQ(shared_locks(by_bd), std::set{kOfItsCore});
    schedule::Schedule by_core = one_core();
    schedule::TileProgram neighbour;
    neighbour.tile = {0, 3};
    neighbour.core.push_back({taking});
    by_core.tiles.push_back(neighbour);
    EXPECT_EQ(shared_locks(by_core), std::set{kOfItsCore});
}

TEST(SharedLocks, AreThoseThatTheRuntimeSequenceSets) {
    schedule::Schedule schedule = one_core();
    schedule.sequence.push_back({schedule::SetLock{kOfItsCore, 0}});
    EXPECT_EQ(shared_locks(schedule), std::set{kOfItsCore});
}

TEST(SharedLocks, AreThoseThatABdOfTheSequenceAcquires) {
    schedule::Schedule schedule = one_core();
    schedule::WriteBd write;
    write.bd.acquire = schedule::Acquire{kOfItsCore, 1};
    schedule.sequence.push_back({write});
    EXPECT_EQ(shared_locks(schedule), std::set{kOfItsCore});
}

TEST(SharedLocks, AreThoseThatAControlPacketSets) {
    schedule::Schedule schedule = one_core();
    schedule.control_ports.push_back({kAlone, {{.op = schedule::SetLock{kOfItsCore, 0}}}});
    EXPECT_EQ(shared_locks(schedule), std::set{kOfItsCore});
}

}  // namespace
}  // namespace xdnasim::sim
