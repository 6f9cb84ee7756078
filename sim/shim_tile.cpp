#include "sim/tiles.hpp"

namespace xdnasim::sim {

ShimTile::ShimTile(const sc_core::sc_module_name& name, Environment& environment,
                   const schedule::TileProgram& program, const LockBanks& banks)
    : Tile{name, environment, program, banks} {}

arch::Cycles ShimTile::dma_latency(arch::Direction direction) const {
    const arch::Device& device = environment_.device;
    return direction == arch::Direction::MM2S ? device.cycles(device.dram.read_latency)
                                              : arch::Cycles{0};
}

Leads ShimTile::saved_of_dma_latency(arch::Direction direction) const {
    return direction == arch::Direction::MM2S ? environment_.saved.read_latency : Leads{};
}

}  // namespace xdnasim::sim
