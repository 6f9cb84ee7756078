#include "sim/lock_units.hpp"

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using schedule::Limit;

schedule::Lock lock_with(int initial, schedule::LockRole role) {
    return {.id = 0, .name = "lock", .initial = initial, .role = role};
}

Moment released_at(std::int64_t cycle, double lead) {
    Moment moment{Cycles{cycle}, {}};
    moment.leads.wait(lead);
    return moment;
}

TEST(LockUnits, NameTheReleaseThatEachUnitCameFrom) {
    LockUnits units{lock_with(0, schedule::LockRole::Filled)};
    for (int i = 1; i <= 20; ++i)
        units.put(1, released_at(100 * i, i));
    for (int i = 1; i <= 20; ++i) {
        const Moment taken = units.take(1);
        EXPECT_EQ(taken.cycle, Cycles{100 * i});
        for (const Limit limit : schedule::kLimits)
            EXPECT_DOUBLE_EQ(taken.leads[limit], i);
    }
}

TEST(LockUnits, WaitForTheLastOfSeveral) {
    LockUnits units{lock_with(0, schedule::LockRole::Filled)};
    units.put(2, released_at(10, 0));
    units.put(1, released_at(30, 4));
    const Moment taken = units.take(3);
    EXPECT_EQ(taken.cycle, Cycles{30});
    EXPECT_DOUBLE_EQ(taken.leads[Limit::Dram], 4);
}

TEST(LockUnits, HoldNobodyUpWithWhatWasThereAtTheStart) {
    LockUnits units{lock_with(2, schedule::LockRole::Filled)};
    units.put(1, released_at(50, 0));
    for (int i = 0; i < 2; ++i) {
        Leads asked;
        asked.wait(7);
        asked.follow(units.take(1).leads, 0);
        EXPECT_DOUBLE_EQ(asked[Limit::Stream], 7);
    }
    EXPECT_EQ(units.take(1).cycle, Cycles{50});
}

TEST(LockUnits, TakeAnEarlierReleaseWhereThereAreTwiceAsManyBuffers) {
    LockUnits units{lock_with(2, schedule::LockRole::Free)};
    for (int i = 1; i <= 4; ++i)
        units.put(1, released_at(100 * i, 0));
    static_cast<void>(units.take(2));
    // With two more places at the start, the third and the fourth unit are free from the start,
    // too.
    EXPECT_GT(units.take(1).leads[Limit::Buffers], 1e300);
    EXPECT_GT(units.take(1).leads[Limit::Buffers], 1e300);
    const Moment taken = units.take(1);
    EXPECT_EQ(taken.cycle, Cycles{300});
    EXPECT_DOUBLE_EQ(taken.leads[Limit::Buffers], 300 - 100);
    EXPECT_DOUBLE_EQ(taken.leads[Limit::Compute], 0);
}

}  // namespace
}  // namespace xdnasim::sim
