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
    // A mask under which 4 and 7 match the same slot also matches 5: 4 and 7 need a slot each.
    EXPECT_EQ(needed({{4, 7}, {8, 9, 11}, {5}}), 4U);
    // First way: 0 to 3 in one slot, 4 in another. Second way: 5 and 7 in one slot, 6 in another.
    EXPECT_EQ(needed({{0, 1, 2, 3, 4}, {5, 6, 7}}), 4U);
}

TEST(MatchSlots, AreAsManyAsIdsWhereTwoOfAWayHaveOneOfTheOtherBetweenThem) {
    EXPECT_EQ(needed({{0, 3, 5, 6}, {1, 2, 4, 7}}), 8U);
}

TEST(MatchSlots, AreTheFewest) {
    // First way: 1 and 2 under mask 12, 7 and 13 under mask 5; second way: a slot each. A choice
    // that puts 1 together with 13 needs a slot more.
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
