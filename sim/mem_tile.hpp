#pragma once
// A tile of memory between the shim and the cores: locks and a DMA with 4D addressing.

#include "sim/tile_dma.hpp"

namespace xdnasim::sim {

class MemTile final : public Tile {
 public:
    MemTile(const sc_core::sc_module_name& name, Environment& environment,
            const schedule::TileProgram& program, const LockBanks& banks)
        : Tile{name, environment, program, banks} {}
};

}  // namespace xdnasim::sim
