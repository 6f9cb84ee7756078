#pragma once
// The moves of annealing: one core to another tile, or a whole group of tied cores by the same
// distance.

#include <span>
#include <vector>

#include "workloads/placement/annealing/random.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

/// Moves a core to a tile, and the core that lies there to the tile that the first one leaves.
struct Step {
    CoreId core = 0;
    arch::TileId tile;
};

/// Draws moves at random. Cores with a kept_tile do not move.
class Moves {
 public:
    /// Precondition: the arguments outlive the moves.
    Moves(const Netlist& netlist, const Array& array, Random& random);

    /// The steps of a random move, in order; empty if the drawn core stays where it is. The new
    /// tile is at most `reach` columns and rows away. For a core with ties, half of the moves take
    /// along all cores that are tied to it directly or through others. The result is valid until
    /// the next call. Precondition: at least one core has no kept_tile.
    [[nodiscard]] std::span<const Step> draw(const Placement& placement, double reach);

 private:
    void find_groups();
    [[nodiscard]] bool is_kept(arch::TileId tile) const { return kept_[array_.index(tile)]; }
    void add_group(const std::vector<CoreId>& group, const Placement& placement, arch::TileId from,
                   arch::TileId to);

    const Netlist& netlist_;
    const Array& array_;
    Random& random_;
    std::vector<CoreId> movable_;
    std::vector<bool> kept_;  ///< indexed by tile: whether the core on it must stay
    /// Indexed by core: all cores of its group of ties; empty: the core has no ties.
    std::vector<std::vector<CoreId>> groups_;
    std::vector<Step> steps_;
};

}  // namespace xdnasim::placement
