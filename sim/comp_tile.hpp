#pragma once
// A tile with a core: VLIW processor, data memory, locks, DMA.

#include "sim/tile_dma.hpp"
#include "sim/vliw_core.hpp"

namespace xdnasim::sim {

class CompTile final : public Tile {
 public:
    CompTile(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program, const LockBanks& banks,
             const KernelTable& kernels, const std::set<schedule::LockRef>& shared_locks);

    [[nodiscard]] std::vector<Waiting> waiting() const override;
    [[nodiscard]] const VliwCore& core() const { return core_; }

 private:
    VliwCore core_;
};

}  // namespace xdnasim::sim
