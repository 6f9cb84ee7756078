#include "sim/tiles.hpp"

#include <utility>

namespace xdnasim::sim {

Tile::Tile(const sc_core::sc_module_name& name, Environment& environment,
           const schedule::TileProgram& program, const LockBanks& banks)
    : sc_module{name},
      environment_{environment},
      program_{program},
      locks_{"locks", environment, program},
      dma_{environment, program, banks} {}

std::vector<Waiting> Tile::waiting() const {
    std::vector<Waiting> all;
    for (const DmaChannel* channel : dma_.channels())
        if (auto wait = channel->waiting()) all.push_back(*std::move(wait));
    return all;
}

}  // namespace xdnasim::sim
