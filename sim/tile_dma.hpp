#pragma once
// The DMA of one tile: its BD registers, and the channels that the schedule uses.

#include <map>
#include <memory>
#include <vector>

#include "sim/buffer_descriptors.hpp"
#include "sim/dma_channel.hpp"
#include "sim/lock_bank.hpp"

namespace xdnasim::sim {

class TileDma {
 public:
    /// Programs the BDs of `program`; channels are added as streams need them.
    TileDma(Environment& environment, const schedule::TileProgram& program, const LockBanks& locks);

    /// Precondition: there is no such channel yet. `latency`: of the memory behind it;
    /// `saved_of_latency`: what relaxing each limit saves of the latency.
    DmaChannel& add_channel(arch::Direction direction, int channel, arch::Cycles latency,
                            const Leads& saved_of_latency = {});
    /// nullptr if the schedule does not use the channel.
    [[nodiscard]] DmaChannel* channel(arch::Direction direction, int channel) const;

    /// Pushes the tasks that the program's channels start with.
    void start(const schedule::TileProgram& program);

    [[nodiscard]] BdTable& bds() { return bds_; }
    /// Shows what its future depends on. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);
    /// All channels, in the order of direction and number.
    [[nodiscard]] std::vector<const DmaChannel*> channels() const;

 private:
    Environment& environment_;
    arch::TileId tile_;
    const LockBanks& locks_;
    BdTable bds_;
    std::map<std::pair<arch::Direction, int>, std::unique_ptr<DmaChannel>> channels_;
};

}  // namespace xdnasim::sim
