#pragma once
// A tile with a core: VLIW processor, data memory, locks, DMA.

#include <set>
#include <utility>
#include <vector>

#include "sim/tile_dma.hpp"
#include "sim/vliw_core.hpp"

namespace xdnasim::sim {

class CompTile final : public Tile {
 public:
    CompTile(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program, const LockBanks& banks,
             const KernelTable& kernels, const std::set<schedule::LockRef>& shared_locks)
        : Tile{name, environment, program, banks}, core_{"core",  environment, program,
                                                         kernels, banks,       shared_locks} {}

    [[nodiscard]] std::vector<Waiting> waiting() const override {
        std::vector<Waiting> all = Tile::waiting();
        if (auto wait = core_.waiting()) all.insert(all.begin(), *std::move(wait));
        return all;
    }
    [[nodiscard]] const VliwCore& core() const { return core_; }

 private:
    VliwCore core_;
};

}  // namespace xdnasim::sim
