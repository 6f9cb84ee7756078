#pragma once
// Relocation of a schedule to other tiles.

#include <map>
#include <string>

#include "arch/tile.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::placed_schedule {

/// A map from tiles to new tiles. Tiles that it does not contain stay where they are.
class Relocation {
 public:
    Relocation() = default;
    /// Maps the tile of each core in `from` to its tile in `to`.
    Relocation(const placement::Placement& from, const placement::Placement& to);

    [[nodiscard]] arch::TileId of(arch::TileId tile) const;
    /// `text` in which each tile, in the form of arch::to_string(), is replaced by its new tile.
    [[nodiscard]] std::string in(const std::string& text) const;
    [[nodiscard]] Relocation back() const;
    /// Number of tiles that do not stay where they are.
    [[nodiscard]] int moved() const;

 private:
    void add(arch::TileId from, arch::TileId to);

    std::map<arch::TileId, arch::TileId> tiles_;
    std::map<std::string, std::string> names_;  ///< the map by names of tiles
};

/// The schedule with all tiles replaced by the new ones, including those in names of flows and
/// buffers. Routes are dropped, since flows need new ones. Precondition: no program has code of its
/// own (TileProgram::code), and the schedule has no trace.
[[nodiscard]] schedule::Schedule relocated(schedule::Schedule schedule,
                                           const Relocation& relocation);

}  // namespace xdnasim::placed_schedule
