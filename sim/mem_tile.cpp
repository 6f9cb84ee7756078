// What all tiles have is all that a mem tile has; its device model says that its BDs have four
// dimensions, and pad.

#include "sim/tiles.hpp"

namespace xdnasim::sim {

MemTile::MemTile(const sc_core::sc_module_name& name, Environment& environment,
                 const schedule::TileProgram& program, const LockBanks& banks)
    : Tile{name, environment, program, banks} {}

}  // namespace xdnasim::sim
