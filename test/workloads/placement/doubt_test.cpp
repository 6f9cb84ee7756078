// How a search treats legal solutions that may not run.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/placement/strix.hpp"

namespace xdnasim::placement {
namespace {

using Kind = Doubt::Kind;

class Doubts : public testing::Test {
 protected:
    [[nodiscard]] Search search(std::function<std::optional<Doubt>(const Solution&)> doubts) const {
        return Search{netlist, array, *router, {.max_moves = 1, .doubts = std::move(doubts)}};
    }
    /// A placement with the two cores `columns` columns apart. Its cost grows with the distance.
    [[nodiscard]] static Placement apart(int columns) { return Placement{{{0, 2}, {columns, 2}}}; }

    const Array array = strix();
    const Netlist netlist = [] {
        Netlist made = cores(2);
        connect(made, 0, {1});
        return made;
    }();
    const std::unique_ptr<Router> router = make_negotiating_router(array, StreamMode::Packet);
};

TEST_F(Doubts, AreRaisedOnlyAboutWhatIsCheaperThanTheBest) {
    int asked = 0;
    Search found = search([&](const Solution&) -> std::optional<Doubt> {
        ++asked;
        return std::nullopt;
    });
    EXPECT_TRUE(found.consider(apart(3)));
    EXPECT_TRUE(found.consider(apart(5))) << "legal, but dearer";
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE(found.consider(apart(2)));
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(found.best()->placement, apart(2));
}

TEST_F(Doubts, LeaveTheCheapestOfTheLikeliestKindFirst) {
    Search found = search([&](const Solution& solution) -> std::optional<Doubt> {
        const int column = solution.placement.of(1).column;
        return Doubt{column == 2 ? Kind::CannotRun : Kind::MayGetStuck, {}};
    });
    for (const int columns : {5, 2, 3, 4, 6, 7})
        EXPECT_FALSE(found.consider(apart(columns)));
    EXPECT_FALSE(found.best());
    std::vector<int> order;
    for (const Solution& solution : found.found())
        order.push_back(solution.placement.of(1).column);
    EXPECT_THAT(order, testing::ElementsAre(3, 4, 5, 6, 7, 2));
}

TEST_F(Doubts, GiveWayToWhatIsBeyondThem) {
    Search found = search([&](const Solution& solution) -> std::optional<Doubt> {
        if (solution.placement.of(1).column == 6) return std::nullopt;
        return Doubt{Kind::MayGetStuck, {}};
    });
    EXPECT_FALSE(found.consider(apart(2)));
    EXPECT_TRUE(found.consider(apart(6)));
    ASSERT_EQ(found.found().size(), 1U);
    EXPECT_EQ(found.found().front().placement, apart(6)) << "although it costs more";
}

TEST_F(Doubts, LeadToOtherRoutesForAsLongAsTheyNameOtherNets) {
    int asked = 0;
    Search found = search([&](const Solution&) -> std::optional<Doubt> {
        ++asked;
        return Doubt{Kind::MayGetStuck, {0}};
    });
    EXPECT_FALSE(found.consider(apart(3)));
    EXPECT_EQ(asked, 2) << "the routes, and those with net 0 alone";
    EXPECT_EQ(found.found().size(), 2U);
}

TEST(NegotiatingRouter, KeepsNetsAloneOnTheirChannels) {
    const Array array = strix();
    // Three cores in columns 0 to 2 send six nets to three cores in columns 5 to 7 of the same row,
    // over the links between them.
    Netlist netlist = cores(6);
    for (int i = 0; i < 6; ++i)
        connect(netlist, i % 3, {3 + i % 3});
    const std::vector<arch::TileId> tiles{{0, 2}, {1, 2}, {2, 2}, {5, 2}, {6, 2}, {7, 2}};
    const auto router = make_negotiating_router(array, StreamMode::Packet);
    const Placement placement{tiles};
    const std::set<NetId> alone{0, 1, 2, 3, 4, 5};
    const auto most = [&](const Routes& routes) {
        std::map<Hop, int> counts;
        for (const NetRoute& route : routes)
            for (const Hop& hop : route.hops)
                ++counts[hop];
        int largest = 0;
        for (const auto& [hop, count] : counts)
            largest = std::max(largest, count);
        return largest;
    };
    EXPECT_EQ(most(router->route(netlist, placement)), 6) << "packets share channels";
    EXPECT_EQ(most(router->route(netlist, placement, alone)), 4) << "those of a link in a row";
}

}  // namespace
}  // namespace xdnasim::placement
