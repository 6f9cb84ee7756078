#pragma once
// The estimated cost of a placement during annealing, updated with each move: the boxes of nets,
// which is all that Yan et al. have, and the buffers of each net, which cost_of() includes as well.
// It also contains the number of nets that are expected on each link of the array before any net is
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
    PathUniform,    ///< every shortest path is equally likely (Yan et al., equation 10)
    ChannelUniform  ///< every link of the box is equally likely (the authors' implementation)
};

/// Probability that a shortest path takes a link, for each link of the box between a source and a
/// sink. The sink is `dx` columns and `dy` rows away; both are not negative.
///
/// PathUniform: a path consists of dx horizontal and dy vertical steps in any order, so that there
/// are C(dx + dy, dx) paths. C(dxA + dyA, dxA) * C(dxB + dyB, dxB) of them contain the link from A
/// to B, where dxA and dyA are the distances from the source to A, and dxB and dyB those from B to
/// the sink. ChannelUniform: the dx + dy links of a path are distributed evenly over all dx (dy +
/// 1) + dy (dx + 1) links of the box.
///
/// Examples: dx = dy = 1: 1/2 on all four links in both models. dx = 2, dy = 1: two of the three
/// paths begin with a horizontal step, so that the first horizontal link has 2/3 and the first
/// vertical one 1/3; ChannelUniform has 3/7 for each link.
class BoxProbabilities {
 public:
    BoxProbabilities(CongestionModel model, int dx, int dy);

    /// Probability of the link from column x to x + 1 in row y, counted from the source.
    [[nodiscard]] double along(int x, int y) const {
        return along_[static_cast<std::size_t>(y * dx_ + x)];
    }
    /// Probability of the link from row y to y + 1 in column x, counted from the source.
    [[nodiscard]] double up(int x, int y) const {
        return up_[static_cast<std::size_t>(x * dy_ + y)];
    }

 private:
    int dx_;
    int dy_;
    std::vector<double> along_;
    std::vector<double> up_;
};

/// Expected number of nets on all links of an array, updated as nets are added and removed, and how
/// far it exceeds the links' capacities.
class ExpectedCongestion {
 public:
    ExpectedCongestion(const Array& array, CongestionModel model);

    [[nodiscard]] CongestionModel model() const { return model_; }
    void clear();
    /// Adds `times` nets from one tile to another; a negative number removes them.
    void add(arch::TileId from, arch::TileId to, double times);
    /// Expected nets beyond the channels of the links, summed over all links.
    [[nodiscard]] double excess() const { return excess_; }

 private:
    void add_to_link(arch::TileId tile, Heading heading, double nets);
    [[nodiscard]] const BoxProbabilities& box(int dx, int dy) const {
        return boxes_[static_cast<std::size_t>(dx * array_.rows() + dy)];
    }

    const Array& array_;
    CongestionModel model_;
    std::vector<BoxProbabilities> boxes_;  ///< indexed by extent (dx, dy)
    std::vector<double> expected_;         ///< indexed by tile and heading
    std::vector<double> capacity_;
    double excess_ = 0;
};

/// Cost of each expected net beyond the channels of a link (Yan et al., equation 10).
inline constexpr double kCongestionWeight = 2;
/// Cost of each channel, lock or BD beyond what a tile has, of each further memory size that
/// buffers need, and of each tile by which tied cores are too far apart.
inline constexpr double kOveruseWeight = 10;

/// Cost of the box of a net that is not shared: its extents in columns and rows, each divided by
/// the number of channels of a link, times a factor for more than three sinks (Yan et al., equation
/// 9, and section 5 of the authors' implementation).
///
/// Example: (0,2) to (2,4) on links of 6 channels to the north, 4 to the south and to the sides:
/// 4 * (2/6 + 2/4) = 3.33.
[[nodiscard]] double box_cost(const Array& array, const Placement& placement, const Net& net);

class Estimate {
 public:
    /// Precondition: netlist and array outlive the estimate.
    Estimate(const Netlist& netlist, const Array& array, CongestionModel model);

    /// Computes everything from scratch, which also removes accumulated rounding errors.
    void reset(const Placement& placement);

    [[nodiscard]] const Placement& placement() const { return placement_; }
    [[nodiscard]] std::optional<CoreId> core_on(arch::TileId tile) const;
    [[nodiscard]] double cost() const {
        return nets_ + kOveruseWeight * static_cast<double>(overuse_ + away_) +
               kCongestionWeight * congestion_.excess();
    }
    /// Does every tile have room for what lies on it, as far as circuits are concerned, and do all
    /// tied cores lie beside each other?
    [[nodiscard]] bool fits() const { return overuse_ == 0 && away_ == 0; }
    /// Does the placement fit(), or could it if some buffers between two cores of a column moved
    /// from the source's memory, where the estimate puts all of them, to the sink's?
    [[nodiscard]] bool may_fit() const;

    /// Puts `core` onto `tile`, and the core on that tile onto the tile that `core` leaves. A
    /// second call with the tile that `core` came from reverts the move.
    void move(CoreId core, arch::TileId tile);

 private:
    void collect_affected(CoreId core);
    void lift(CoreId core) { add_use(placement_.of(core), core_uses_[at(core)], -1); }
    void add_ties(CoreId core, std::optional<CoreId> other, int times);
    void drop(CoreId core, arch::TileId tile);
    void apply(NetId net, int times);
    void add_boxes(const Net& net, int times);
    /// Adds `use`, and the cost of its bytes.
    void add_buffers(arch::TileId tile, const RoomUse& use, int times);
    void add_use(arch::TileId tile, const RoomUse& use, int times);
    [[nodiscard]] std::int64_t overuse(arch::TileId tile) const {
        return overuse(tile, uses_[array_.index(tile)]);
    }
    [[nodiscard]] std::int64_t overuse(arch::TileId tile, const RoomUse& use) const;

    [[nodiscard]] static std::size_t at(int id) { return static_cast<std::size_t>(id); }

    const Netlist netlist_;  ///< the netlist with object sizes rounded up to whole words
    const Array& array_;
    Placement placement_;
    std::vector<std::optional<CoreId>> cores_;  ///< indexed by tile
    std::vector<std::vector<NetId>> nets_of_;   ///< indexed by core
    std::vector<bool> shareable_;               ///< indexed by net
    /// Indexed by net; the net is taken as a stream.
    std::vector<std::vector<NetEnd>> ends_;
    std::vector<std::vector<std::size_t>> ties_of_;  ///< indexed by core
    std::vector<RoomUse> core_uses_;                 ///< indexed by core
    std::vector<RoomUse> uses_;                      ///< indexed by tile
    std::vector<bool> is_affected_;                  ///< indexed by net
    std::vector<NetId> affected_;
    double nets_ = 0;
    std::int64_t overuse_ = 0;
    std::int64_t away_ = 0;  ///< tiles by which tied cores are too far apart, over all ties
    ExpectedCongestion congestion_;
};

}  // namespace xdnasim::placement
