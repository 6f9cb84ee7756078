#pragma once
// The tiles of an array: all have locks and a DMA, to which each kind adds.

#include <set>
#include <vector>

#include <systemc>

#include "sim/lock_bank.hpp"
#include "sim/tile_dma.hpp"
#include "sim/vliw_core.hpp"

namespace xdnasim::sim {

class Tile : public sc_core::sc_module {
 public:
    [[nodiscard]] arch::TileId id() const { return program_.tile; }
    [[nodiscard]] LockBank& locks() { return locks_; }
    [[nodiscard]] TileDma& dma() { return dma_; }
    [[nodiscard]] const TileDma& dma() const { return dma_; }

    /// The latency that the memory behind this tile's DMA adds to a BD of that direction.
    [[nodiscard]] virtual arch::Cycles dma_latency(arch::Direction /*direction*/) const {
        return arch::Cycles{0};
    }
    /// What relaxing each limit saves of dma_latency().
    [[nodiscard]] virtual Leads saved_of_dma_latency(arch::Direction /*direction*/) const {
        return {};
    }
    /// The parts of the tile that wait, in a fixed order.
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

/// A tile with a core: VLIW processor, data memory, locks, DMA.
class CompTile final : public Tile {
 public:
    CompTile(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program, const LockBanks& banks,
             const calls::KernelTable& kernels, calls::BankStalls& stalls,
             const std::set<schedule::LockRef>& shared_locks);

    [[nodiscard]] std::vector<Waiting> waiting() const override;
    [[nodiscard]] const VliwCore& core() const { return core_; }
    [[nodiscard]] VliwCore& core() { return core_; }

 private:
    VliwCore core_;
};

/// A tile of memory between the shim and the cores: locks and a DMA with 4D addressing.
class MemTile final : public Tile {
 public:
    MemTile(const sc_core::sc_module_name& name, Environment& environment,
            const schedule::TileProgram& program, const LockBanks& banks);
};

/// The array's edge: a DMA between streams and the host's DRAM, programmed at run time by the
/// command processor.
class ShimTile final : public Tile {
 public:
    ShimTile(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program, const LockBanks& banks);

    /// Reads wait for the DRAM before their first beat; writes are posted.
    [[nodiscard]] arch::Cycles dma_latency(arch::Direction direction) const override;
    [[nodiscard]] Leads saved_of_dma_latency(arch::Direction direction) const override;
};

}  // namespace xdnasim::sim
