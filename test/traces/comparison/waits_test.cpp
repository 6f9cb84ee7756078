// When a core waits.

#include <gtest/gtest.h>

#include "traces/comparison/intervals.hpp"

namespace xdnasim::comparison {
namespace {

TEST(Waits, CountCyclesOnceWhereTheyOverlap) {
    const Intervals locks{{10, 20}, {40, 50}};
    const Intervals streams{{15, 30}};
    const Waits waits{{&locks, &streams}};
    EXPECT_EQ(waits.cycles_in({0, 100}), 30);
    EXPECT_EQ(waits.cycles_in({12, 18}), 6);
    EXPECT_EQ(waits.cycles_in({25, 45}), 10);
    EXPECT_EQ(waits.cycles_in({30, 40}), 0);
    EXPECT_EQ(Waits{}.cycles_in({0, 100}), 0);
}

}  // namespace
}  // namespace xdnasim::comparison
