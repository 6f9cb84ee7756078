#include "workloads/schedule/match_slots.hpp"

#include <gtest/gtest.h>

namespace xdnasim::schedule {
namespace {

TEST(MatchSlots, TakeAllIdsOfOneWayAtOnce) {
    EXPECT_EQ(match_slots({{4}}), 1);
    EXPECT_EQ(match_slots({{0, 3, 5, 6, 9, 31}}), 1);
}

TEST(MatchSlots, TakeIdsUnderAMaskThatNoIdOfAnotherWayHas) {
    EXPECT_EQ(match_slots({{4, 7}, {8, 9, 11}}), 2);
    // 5 lies between 4 and 7 under any mask that has both.
    EXPECT_EQ(match_slots({{4, 7}, {8, 9, 11}, {5}}), 4);
    // 0 to 3 in one, 4 in another; 5 to 7 are 5 and 7 in one, and 6.
    EXPECT_EQ(match_slots({{0, 1, 2, 3, 4}, {5, 6, 7}}), 4);
}

TEST(MatchSlots, AreAsManyAsIdsWhereTwoOfAWayHaveOneOfTheOtherBetweenThem) {
    EXPECT_EQ(match_slots({{0, 3, 5, 6}, {1, 2, 4, 7}}), 8);
}

TEST(MatchSlots, AreNoneWithoutPackets) {
    EXPECT_EQ(match_slots({}), 0);
}

}  // namespace
}  // namespace xdnasim::schedule
