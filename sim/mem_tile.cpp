// A MemTile has only what all tiles have; its device model says that its BDs have four dimensions
// and padding.

#include "sim/tiles.hpp"

namespace xdnasim::sim {

MemTile::MemTile(const sc_core::sc_module_name& name, Environment& environment,
                 const schedule::TileProgram& program, const LockBanks& banks)
    : Tile{name, environment, program, banks} {}

}  // namespace xdnasim::sim
