// Locks of BDs that the runtime sequence writes.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/design/mem_tile_tasks.hpp"
#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class TaskLocks : public RunOfACopy {};

TEST_F(TaskLocks, CountByNumbersThatStandInTheTask) {
    const std::string one = "        %k = arith.constant 1 : i32\n";
    expect_copied(through_a_mem_tile("%k", "", one));
    const std::string computed =
        "        %h = arith.constant 32 : i32\n        %l = arith.addi %h, %h : i32\n";
    expect_copied(through_a_mem_tile("1", "", computed, "%l"));
    EXPECT_THAT(refusal(through_a_mem_tile("%k", "", "")),
                HasSubstr("is '%k'; allowed: a number that is known before the run"));
}

TEST_F(TaskLocks, AreReleasedByBdsOfTheSequenceWhereItsRunDeadlocks) {
    // The first task acquires 3 from a lock whose value is 1.
    const std::string text = with(through_a_mem_tile("1", "", ""), "%free, AcquireGreaterEqual, 1",
                                  "%free, AcquireGreaterEqual, 3");
    try {
        expect_copied(text);
        ADD_FAILURE() << "no deadlock";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr("waits for lock 0 'free' of (0,1) to be >= 3; it is 1 at"),
                          HasSubstr("released by a BD that the runtime sequence writes at"),
                          Not(HasSubstr("nobody"))));
    }
}

}  // namespace
}  // namespace xdnasim::design
