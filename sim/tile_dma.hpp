#pragma once
// The DMA of one tile: its BD registers and those of its channels that a schedule uses.

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <systemc>

#include "sim/buffer_descriptors.hpp"
#include "sim/dma_channel.hpp"
#include "sim/lock_bank.hpp"

namespace xdnasim::sim {

class TileDma {
 public:
    /// Programs the BDs of `program`; channels are added as streams need them.
    TileDma(Environment& environment, const schedule::TileProgram& program, const LockBanks& locks);

    /// Precondition: there is no such channel yet. `latency`: of the memory behind it.
    DmaChannel& add_channel(arch::Direction direction, int channel, arch::Cycles latency,
                            const Leads& saved_of_latency = {});
    [[nodiscard]] DmaChannel* channel(arch::Direction direction, int channel) const;

    /// Pushes the tasks that the program's channels start with.
    void start(const schedule::TileProgram& program);

    [[nodiscard]] BdTable& bds() { return bds_; }
    /// In the order of direction and number.
    [[nodiscard]] std::vector<const DmaChannel*> channels() const;

 private:
    Environment& environment_;
    arch::TileId tile_;
    const LockBanks& locks_;
    BdTable bds_;
    std::map<std::pair<arch::Direction, int>, std::unique_ptr<DmaChannel>> channels_;
};

// What all tiles have: locks and a DMA.

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
    [[nodiscard]] virtual Leads saved_of_dma_latency(arch::Direction /*direction*/) const {
        return {};
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
