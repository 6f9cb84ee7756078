#pragma once
// How many nets are to be expected on each link of the array, before any of them is routed.

#include <cstdint>
#include <vector>

#include "workloads/placement/array.hpp"

namespace xdnasim::placement {

enum class CongestionModel : std::uint8_t {
    None,
    PathUniform,    ///< every shortest path is as likely as any other (Yan et al., equation 10)
    ChannelUniform  ///< every link of the box is (the authors' implementation)
};

/// From a source to a sink that is `dx` columns and `dy` rows away, both not negative: the
/// probabilities that a shortest path takes each link of the box between them.
///
/// PathUniform: a path to the sink is a word of dx steps along and dy steps up, of which there are
/// C(dx + dy, dx). A link from A to B is on C(dxA + dyA, dxA) * C(dxB + dyB, dxB) of them, A being
/// that far from the source and B from the sink. ChannelUniform: a path has dx + dy links, and
/// shares them out evenly among all dx (dy + 1) + dy (dx + 1) of the box.
///
/// Examples: dx = dy = 1: 1/2 on all four links in both. dx = 2, dy = 1: of the three paths two
/// begin along, so the first link along has 2/3 and the first one up 1/3; ChannelUniform has 3/7.
class BoxProbabilities {
 public:
    BoxProbabilities(CongestionModel model, int dx, int dy);

    /// Of the link along from column x to x + 1 in row y, counted from the source.
    [[nodiscard]] double along(int x, int y) const {
        return along_[static_cast<std::size_t>(y * dx_ + x)];
    }
    /// Of the link up from row y to y + 1 in column x.
    [[nodiscard]] double up(int x, int y) const {
        return up_[static_cast<std::size_t>(x * dy_ + y)];
    }

 private:
    int dx_;
    int dy_;
    std::vector<double> along_;
    std::vector<double> up_;
};

/// Expected nets on all links of an array, as boxes come and go, and what is more than they hold.
class ExpectedCongestion {
 public:
    ExpectedCongestion(const Array& array, CongestionModel model);

    [[nodiscard]] CongestionModel model() const { return model_; }
    void clear();
    /// `times` nets from one tile to another.
    void add(arch::TileId from, arch::TileId to, double times);
    /// Over all links: expected nets beyond the channels.
    [[nodiscard]] double excess() const { return excess_; }

 private:
    void add_to_link(arch::TileId tile, Heading heading, double nets);
    [[nodiscard]] const BoxProbabilities& box(int dx, int dy) const {
        return boxes_[static_cast<std::size_t>(dx * array_.rows() + dy)];
    }

    const Array& array_;
    CongestionModel model_;
    std::vector<BoxProbabilities> boxes_;  ///< by extent
    std::vector<double> expected_;         ///< by tile and heading
    std::vector<double> capacity_;
    double excess_ = 0;
};

}  // namespace xdnasim::placement
