#include "workloads/schedule/match_slots.hpp"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace xdnasim::schedule {
namespace {

std::size_t needed(const std::vector<std::set<int>>& ways) {
    return match_slots(ways).size();
}

TEST(MatchSlots, TakeAllIdsOfOneWayAtOnce) {
    EXPECT_EQ(needed({{4}}), 1U);
    EXPECT_EQ(needed({{0, 3, 5, 6, 9, 31}}), 1U);
}

TEST(MatchSlots, TakeIdsUnderAMaskThatNoIdOfAnotherWayHas) {
    EXPECT_EQ(needed({{4, 7}, {8, 9, 11}}), 2U);
    // 5 lies between 4 and 7 under any mask that has both.
    EXPECT_EQ(needed({{4, 7}, {8, 9, 11}, {5}}), 4U);
    // 0 to 3 in one, 4 in another; 5 to 7 are 5 and 7 in one, and 6.
    EXPECT_EQ(needed({{0, 1, 2, 3, 4}, {5, 6, 7}}), 4U);
}

TEST(MatchSlots, AreAsManyAsIdsWhereTwoOfAWayHaveOneOfTheOtherBetweenThem) {
    EXPECT_EQ(needed({{0, 3, 5, 6}, {1, 2, 4, 7}}), 8U);
}

TEST(MatchSlots, AreTheFewest) {
    // 1 and 2 under mask 12, 7 and 13 under mask 5. Whoever takes 1 with 13 first needs one more.
    EXPECT_EQ(needed({{1, 2, 7, 13}, {6, 9}}), 4U);
}

TEST(MatchSlots, AreNoneWithoutPackets) {
    EXPECT_EQ(needed({}), 0U);
}

TEST(MatchSlots, HaveAllTheBitsInWhichTheirIdsAgree) {
    EXPECT_EQ(match_slots({{4}}), (std::vector<MatchSlot>{{.way = 0, .mask = 31, .value = 4}}));
    EXPECT_EQ(match_slots({{4, 7}, {8, 9, 11}}),
              (std::vector<MatchSlot>{{.way = 0, .mask = 28, .value = 4},
                                      {.way = 1, .mask = 28, .value = 8}}));
}

TEST(MatchSlots, TakeEachIdOnceAndOnItsWay) {
    std::mt19937 random{5};
    int checked = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<std::set<int>> ways(2 + random() % 3);
        std::map<int, std::size_t> way_of;
        for (int id = 0; id < 32; ++id) {
            const std::size_t way = random() % 8;
            if (way >= ways.size()) continue;
            ways[way].insert(id);
            way_of[id] = way;
        }
        const std::vector<MatchSlot> slots = match_slots(ways);
        EXPECT_LE(slots.size(), way_of.size());
        for (const auto& [id, way] : way_of) {
            std::set<std::size_t> found;
            for (const MatchSlot& slot : slots)
                if ((id & slot.mask) == slot.value) found.insert(slot.way);
            EXPECT_EQ(found, std::set{way}) << "id " << id;
            ++checked;
        }
    }
    EXPECT_GT(checked, 3000);
}

}  // namespace
}  // namespace xdnasim::schedule
