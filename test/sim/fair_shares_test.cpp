#include "sim/fair_shares.hpp"

#include <array>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

TEST(FairShares, GiveEachItsOwnLimitWhenThereIsEnough) {
    EXPECT_EQ(fair_shares({{4, 0, 1}, {2, 1, 1}}, {100, 100}, 100), (std::vector<double>{4, 2}));
}

TEST(FairShares, DivideADirectionEvenly) {
    EXPECT_EQ(fair_shares({{4, 0, 1}, {4, 0, 1}, {4, 1, 1}}, {6, 100}, 100),
              (std::vector<double>{3, 3, 4}));
}

TEST(FairShares, GiveWhatASmallDemandLeavesToTheOthers) {
    EXPECT_EQ(fair_shares({{1, 0, 1}, {4, 0, 1}, {4, 0, 1}}, {7, 100}, 100),
              (std::vector<double>{1, 3, 3}));
}

TEST(FairShares, KeepBothGroupsWithinWhatTheyHaveInCommon) {
    EXPECT_EQ(fair_shares({{4, 0, 1}, {4, 1, 1}}, {100, 100}, 6), (std::vector<double>{3, 3}));
}

TEST(FairShares, CountWhatEachTakesOfTheCommon) {
    EXPECT_EQ(fair_shares({{9, 0, 1}, {9, 1, 2}}, {100, 100}, 6), (std::vector<double>{2, 2}));
    EXPECT_EQ(fair_shares({{1, 0, 2}, {9, 1, 1}}, {100, 100}, 6), (std::vector<double>{1, 4}));
}

TEST(FairShares, CountWhatEachTakesOfItsGroup) {
    EXPECT_EQ(fair_shares({{9, 0, 0, 2}, {9, 0, 0, 1}}, {6, 100}, 100),
              (std::vector<double>{2, 2}));
}

TEST(FairShares, LeaveWhatTakesNothingOfTheCommonToItsOwnLimits) {
    EXPECT_EQ(fair_shares({{9, 0, 0}, {9, 1, 1}}, {5, 100}, 3), (std::vector<double>{5, 3}));
}

TEST(FairShares, OfNobodyAreEmpty) {
    EXPECT_TRUE(fair_shares({}, {1, 1}, 1).empty());
}

TEST(FairShares, StayWithinAllLimitsAndLeaveNothingThatSomebodyCouldUse) {
    std::mt19937 random{11};
    std::uniform_real_distribution<double> limit{0.5, 8};
    for (int round = 0; round < 500; ++round) {
        std::vector<BandwidthDemand> demands(random() % 24);
        for (BandwidthDemand& demand : demands)
            demand = {limit(random), random() % 2, limit(random), limit(random)};
        const std::array<double, 2> groups{limit(random) * 5, limit(random) * 5};
        const double total = limit(random) * 30;
        const std::vector<double> shares = fair_shares(demands, groups, total);
        std::array<double, 2> used{};
        double common = 0;
        for (std::size_t i = 0; i < demands.size(); ++i) {
            used[demands[i].group] += shares[i] * demands[i].group_cost;
            common += shares[i] * demands[i].cost;
        }
        constexpr double kSlack = 1e-7;
        EXPECT_LE(used[0], groups[0] + kSlack);
        EXPECT_LE(used[1], groups[1] + kSlack);
        EXPECT_LE(common, total + kSlack);
        for (std::size_t i = 0; i < demands.size(); ++i) {
            const bool own = shares[i] >= demands[i].limit - kSlack;
            const bool group = used[demands[i].group] >= groups[demands[i].group] - kSlack;
            const bool all = common >= total - kSlack;
            EXPECT_TRUE(own || group || all) << "demand " << i << " could have more";
            EXPECT_LE(shares[i], demands[i].limit + kSlack);
        }
    }
}

// 0.1 + 0.2 - 0.1 - 0.2 is not 0 in doubles.
TEST(FairShares, AreFoundForWhoCostsNothingWhereRoundingLeavesWeight) {
    const std::vector<BandwidthDemand> demands{{1, 0, 0.1}, {1, 0, 0.2}, {5, 0, 0}};
    const std::vector<double> shares = fair_shares(demands, {100, 100}, 0.15);
    EXPECT_NEAR(shares.at(0), 0.5, 1e-9);
    EXPECT_NEAR(shares.at(1), 0.5, 1e-9);
    EXPECT_NEAR(shares.at(2), 5, 1e-9);
}

}  // namespace
}  // namespace xdnasim::sim
