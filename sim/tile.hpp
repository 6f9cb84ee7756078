#pragma once
// What all tiles have: locks and a DMA.

#include <systemc>

#include "sim/lock_bank.hpp"
#include "sim/tile_dma.hpp"

namespace xdnasim::sim {

class Tile : public sc_core::sc_module {
 public:
    [[nodiscard]] arch::TileId id() const { return program_.tile; }
    [[nodiscard]] LockBank& locks() { return locks_; }
    [[nodiscard]] TileDma& dma() { return dma_; }
    [[nodiscard]] const TileDma& dma() const { return dma_; }

    /// Of the memory behind this tile's DMA, per direction.
    [[nodiscard]] virtual arch::Cycles dma_latency(arch::Direction /*direction*/) const {
        return arch::Cycles{0};
    }
    /// What of it waits, in a fixed order.
    [[nodiscard]] virtual std::vector<Waiting> waiting() const;
    void start() { dma_.start(program_); }

 protected:
    Tile(const sc_core::sc_module_name& name, Environment& environment,
         const schedule::TileProgram& program, const LockBanks& banks);

    Environment& environment_;
    const schedule::TileProgram& program_;

 private:
    LockBank locks_;
    TileDma dma_;
};

}  // namespace xdnasim::sim
