#include <map>
#include <tuple>

#include <gtest/gtest.h>

#include "test/workloads/placement/strix.hpp"
#include "workloads/placement/annealing/estimate.hpp"

namespace xdnasim::placement {
namespace {

/// Goes through all shortest paths from (0, 0) to (dx, dy) and counts how many use each link.
class AllPaths {
 public:
    AllPaths(int dx, int dy) : dx_{dx}, dy_{dy} { walk(0, 0, {}); }

    /// Share of the paths that use the link from (x, y) upwards or, without `up`, to the right.
    [[nodiscard]] double share(int x, int y, bool up) const {
        const auto at = links_.find({x, y, up});
        return at == links_.end() ? 0 : static_cast<double>(at->second) / paths_;
    }

 private:
    using Link = std::tuple<int, int, bool>;

    void walk(int x, int y, std::vector<Link> path) {
        if (x == dx_ && y == dy_) {
            ++paths_;
            for (const Link& link : path)
                ++links_[link];
            return;
        }
        for (const bool up : {false, true}) {
            if (up ? y == dy_ : x == dx_) continue;
            auto longer = path;
            longer.emplace_back(x, y, up);
            walk(up ? x : x + 1, up ? y + 1 : y, longer);
        }
    }

    int dx_;
    int dy_;
    int paths_ = 0;
    std::map<Link, int> links_;
};

TEST(BoxProbabilities, AreThoseOfAllShortestPathsOneByOne) {
    int links = 0;
    for (int dx = 0; dx <= 5; ++dx)
        for (int dy = 0; dy <= 4; ++dy) {
            const AllPaths paths{dx, dy};
            const BoxProbabilities box{CongestionModel::PathUniform, dx, dy};
            for (int x = 0; x <= dx; ++x)
                for (int y = 0; y <= dy; ++y) {
                    if (x < dx) {
                        EXPECT_NEAR(box.along(x, y), paths.share(x, y, false), 1e-12);
                    }
                    if (y < dy) {
                        EXPECT_NEAR(box.up(x, y), paths.share(x, y, true), 1e-12);
                    }
                    ++links;
                }
        }
    EXPECT_EQ(links, 21 * 15);
}

TEST(BoxProbabilities, AreTheSameOnAllLinksWhereChannelsAreTakenAlike) {
    const BoxProbabilities square{CongestionModel::ChannelUniform, 1, 1};
    EXPECT_DOUBLE_EQ(square.along(0, 0), 0.5);
    EXPECT_DOUBLE_EQ(square.up(1, 0), 0.5);
    const BoxProbabilities wide{CongestionModel::ChannelUniform, 2, 1};
    EXPECT_DOUBLE_EQ(wide.along(0, 0), 3.0 / 7);
    EXPECT_DOUBLE_EQ(wide.up(2, 0), 3.0 / 7);
}

TEST(ExpectedCongestion, IsWhatIsExpectedBeyondTheChannelsOfALink) {
    const Array array = strix();
    ExpectedCongestion congestion{array, CongestionModel::PathUniform};
    for (int i = 0; i < 5; ++i)
        congestion.add({1, 3}, {2, 3}, 1);
    EXPECT_DOUBLE_EQ(congestion.excess(), 1);  // five nets on four channels
    congestion.add({1, 3}, {3, 3}, 2);
    EXPECT_DOUBLE_EQ(congestion.excess(), 3);
    congestion.add({1, 3}, {2, 3}, -5);
    EXPECT_DOUBLE_EQ(congestion.excess(), 0);
}

}  // namespace
}  // namespace xdnasim::placement
