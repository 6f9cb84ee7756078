#pragma once
// The array's edge: a DMA between streams and the host's DRAM, programmed at run time by
// the command processor.

#include "sim/dram.hpp"
#include "sim/tile_dma.hpp"

namespace xdnasim::sim {

class ShimTile final : public Tile {
 public:
    ShimTile(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program, const LockBanks& banks)
        : Tile{name, environment, program, banks} {}

    /// Reads wait for the DRAM before their first beat; writes are posted.
    [[nodiscard]] arch::Cycles dma_latency(arch::Direction direction) const override {
        const arch::Device& device = environment_.device;
        return direction == arch::Direction::MM2S ? device.cycles(device.dram.read_latency)
                                                  : arch::Cycles{0};
    }
    [[nodiscard]] Leads saved_of_dma_latency(arch::Direction direction) const override {
        return direction == arch::Direction::MM2S ? environment_.saved.read_latency : Leads{};
    }
};

}  // namespace xdnasim::sim
