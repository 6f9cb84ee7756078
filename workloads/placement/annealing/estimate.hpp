#pragma once
// What a placement is taken to cost while it is annealed, kept up to date move by move: boxes of
// nets, where Yan et al. end, and the buffers that each of them needs, which cost_of() counts, too;
// with it, how many nets are to be expected on each link of the array, before any of them is
// routed.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/placement/array.hpp"
#include "workloads/placement/net_ends.hpp"
#include "workloads/placement/placement.hpp"

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

/// Per expected net beyond the channels of a link (Yan et al., equation 10).
inline constexpr double kCongestionWeight = 2;
/// Per channel, lock or BD too many, memory that is full once over, or tile that tied cores lie too
/// far apart.
inline constexpr double kOveruseWeight = 10;

/// Of a net that is not shared: the reach of its box in columns and rows, each per channel of a
/// link, times what more than three sinks add (Yan et al., equation 9, and section 5 of the
/// authors' implementation).
///
/// Example: (0,2) to (2,4) on links of 6 channels to the north, 4 to the south and to the sides:
/// 4 * (2/6 + 2/4) = 3.33.
[[nodiscard]] double box_cost(const Array& array, const Placement& placement, const Net& net);

class Estimate {
 public:
    /// All are outlived by what they refer to.
    Estimate(const Netlist& netlist, const Array& array, CongestionModel model);

    /// From scratch: also takes away what rounding has left.
    void reset(const Placement& placement);

    [[nodiscard]] const Placement& placement() const { return placement_; }
    [[nodiscard]] std::optional<CoreId> core_on(arch::TileId tile) const;
    [[nodiscard]] double cost() const {
        return nets_ + kOveruseWeight * static_cast<double>(overuse_ + away_) +
               kCongestionWeight * congestion_.excess();
    }
    /// Does every tile hold what lies there, as far as circuits go, and do all that are tied lie
    /// beside each other?
    [[nodiscard]] bool fits() const { return overuse_ == 0 && away_ == 0; }
    /// Does it fit(), or would it if buffers between two cores of a column left the source's
    /// memory, where the estimate has all of them, for the sink's?
    [[nodiscard]] bool may_fit() const;

    /// Puts `core` onto `tile`, and what lies there onto the core's. Its own inverse when called
    /// with the tile that the core came from.
    void move(CoreId core, arch::TileId tile);

 private:
    void collect_affected(CoreId core);
    void lift(CoreId core) { add_use(placement_.of(core), core_uses_[at(core)], -1); }
    void add_ties(CoreId core, std::optional<CoreId> other, int times);
    void drop(CoreId core, arch::TileId tile);
    void apply(NetId net, int times);
    void add_boxes(const Net& net, int times);
    /// `use`, and what its bytes cost.
    void add_buffers(arch::TileId tile, const RoomUse& use, int times);
    void add_use(arch::TileId tile, const RoomUse& use, int times);
    [[nodiscard]] std::int64_t overuse(arch::TileId tile) const {
        return overuse(tile, uses_[array_.index(tile)]);
    }
    [[nodiscard]] std::int64_t overuse(arch::TileId tile, const RoomUse& use) const;

    [[nodiscard]] static std::size_t at(int id) { return static_cast<std::size_t>(id); }

    const Netlist netlist_;  ///< its objects in whole words
    const Array& array_;
    Placement placement_;
    std::vector<std::optional<CoreId>> cores_;       ///< by tile
    std::vector<std::vector<NetId>> nets_of_;        ///< by core
    std::vector<bool> shareable_;                    ///< by net
    std::vector<std::vector<NetEnd>> ends_;          ///< by net, as a stream
    std::vector<std::vector<std::size_t>> ties_of_;  ///< by core
    std::vector<RoomUse> core_uses_;                 ///< by core
    std::vector<RoomUse> uses_;                      ///< by tile
    std::vector<bool> is_affected_;                  ///< by net
    std::vector<NetId> affected_;
    double nets_ = 0;
    std::int64_t overuse_ = 0;
    std::int64_t away_ = 0;  ///< tiles, over all ties
    ExpectedCongestion congestion_;
};

}  // namespace xdnasim::placement
