#include "workloads/placement/annealing/moves.hpp"

#include <algorithm>
#include <cstdlib>

namespace xdnasim::placement {

using arch::TileId;

Moves::Moves(const Netlist& netlist, const Array& array, Random& random)
    : netlist_{netlist},
      array_{array},
      random_{random},
      kept_(array.size()),
      groups_(netlist.cores.size()) {
    for (CoreId core = 0; core < netlist.core_count(); ++core) {
        if (const auto tile = netlist.core(core).kept_tile)
            kept_[array.index(*tile)] = true;
        else
            movable_.push_back(core);
    }
    find_groups();
}

/// Merges the groups of the two cores of each tie.
void Moves::find_groups() {
    for (const netlist::Tie& tie : netlist_.ties) {
        const auto group_of = [&](CoreId core) {
            const auto& group = groups_[static_cast<std::size_t>(core)];
            return group.empty() ? std::vector<CoreId>{core} : group;
        };
        std::vector<CoreId> group = group_of(tie.from);
        for (const CoreId core : group_of(tie.to))
            if (std::ranges::find(group, core) == group.end()) group.push_back(core);
        for (const CoreId core : group)
            groups_[static_cast<std::size_t>(core)] = group;
    }
}

std::span<const Step> Moves::draw(const Placement& placement, double reach) {
    steps_.clear();
    const CoreId core = movable_[random_.below(movable_.size())];
    const TileId from = placement.of(core);
    const std::vector<TileId>& tiles = array_.tiles(array_.kind(from));
    const auto is_near = [&](TileId tile) {
        return std::abs(tile.column - from.column) <= reach &&
               std::abs(tile.row - from.row) <= reach && !is_kept(tile);
    };
    TileId to = from;
    do
        to = tiles[random_.below(tiles.size())];
    while (!is_near(to));
    if (to == from) return {};
    const auto& group = groups_[static_cast<std::size_t>(core)];
    if (!group.empty() && random_.below(2) == 0)
        add_group(group, placement, from, to);
    else
        steps_.push_back({core, to});
    return steps_;
}

/// Adds the steps of a group. Cores at the front in the direction of the move go first, so that no
/// core swaps with one that follows it. No steps if one of the cores cannot move.
void Moves::add_group(const std::vector<CoreId>& group, const Placement& placement, TileId from,
                      TileId to) {
    const int columns = to.column - from.column;
    const int rows = to.row - from.row;
    for (const CoreId core : group) {
        const TileId at = placement.of(core);
        const TileId next{at.column + columns, at.row + rows};
        const bool may_go = !netlist_.core(core).kept_tile && array_.contains(next) &&
                            array_.kind(next) == netlist_.kind(core) && !is_kept(next) &&
                            std::ranges::find(array_.tiles(netlist_.kind(core)), next) !=
                                array_.tiles(netlist_.kind(core)).end();
        if (!may_go) {
            steps_.clear();
            return;
        }
        steps_.push_back({core, next});
    }
    std::ranges::stable_sort(steps_, [&](const Step& a, const Step& b) {
        return columns * a.tile.column + rows * a.tile.row >
               columns * b.tile.column + rows * b.tile.row;
    });
}

}  // namespace xdnasim::placement
