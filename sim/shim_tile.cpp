#include "sim/shim_tile.hpp"

namespace xdnasim::sim {

arch::Cycles ShimTile::dma_latency(arch::Direction direction) const {
    const arch::Device& device = environment_.device;
    return direction == arch::Direction::MM2S ? device.cycles(device.dram.read_latency)
                                              : arch::Cycles{0};
}

}  // namespace xdnasim::sim
