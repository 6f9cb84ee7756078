#pragma once
// What an annealing tries: a core on another tile, or all that are tied to each other a bit
// further.

#include <span>
#include <vector>

#include "workloads/placement/annealing/random.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

/// A core goes to a tile, and what lies there to the core's.
struct Step {
    CoreId core = 0;
    arch::TileId tile;
};

/// Draws moves at random. Cores with a kept_tile stay there.
class Moves {
 public:
    /// All are outlived by what they refer to.
    Moves(const Netlist& netlist, const Array& array, Random& random);

    /// The steps of a move, one after the other; none: the core that was drawn stays where it is.
    /// Its tile is up to `reach` columns and rows away. Of a core with ties, every other move takes
    /// along all that are tied to it, directly or through others. Good until the next call.
    /// Precondition: a core has no kept_tile.
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
    std::vector<bool> kept_;                   ///< by tile: what lies there stays
    std::vector<std::vector<CoreId>> groups_;  ///< by core: all that are tied; empty: it is not
    std::vector<Step> steps_;
};

}  // namespace xdnasim::placement
