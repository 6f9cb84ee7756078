#pragma once
// A schedule on other tiles.

#include <map>
#include <string>

#include "arch/tile.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::placed_schedule {

/// Where tiles go; those that it does not know stay.
class Relocation {
 public:
    Relocation() = default;
    /// Each core from its tile in `from` to that in `to`.
    Relocation(const placement::Placement& from, const placement::Placement& to);

    [[nodiscard]] arch::TileId of(arch::TileId tile) const;
    /// `text` with each tile that it names, as arch::to_string() has it, replaced by where it goes.
    [[nodiscard]] std::string in(const std::string& text) const;
    [[nodiscard]] Relocation back() const;
    /// Tiles that do not stay.
    [[nodiscard]] int moved() const;

 private:
    void add(arch::TileId from, arch::TileId to);

    std::map<arch::TileId, arch::TileId> tiles_;
    std::map<std::string, std::string> names_;  ///< the same
};

/// Everything that names a tile, names of flows and buffers too, names the one that it goes to;
/// routes are dropped, since flows take
/// other ones. Precondition: no program has code of its own (TileProgram::code), and nothing is
/// traced.
[[nodiscard]] schedule::Schedule relocated(schedule::Schedule schedule,
                                           const Relocation& relocation);

}  // namespace xdnasim::placed_schedule
