#include "sim/tile_dma.hpp"

#include <fmt/format.h>

namespace xdnasim::sim {

TileDma::TileDma(Environment& environment, const schedule::TileProgram& program,
                 const LockBanks& locks)
    : environment_{environment},
      tile_{program.tile},
      locks_{locks},
      bds_{environment.device.model(program.tile).dma.bds} {
    for (const schedule::Bd& bd : program.bds)
        bds_.write(bd);
}

DmaChannel& TileDma::add_channel(arch::Direction direction, int channel, arch::Cycles latency,
                                 const Leads& saved_of_latency) {
    const std::string name =
        fmt::format("{}_{}_{}_{}", to_string(direction), channel, tile_.column, tile_.row);
    auto& slot = channels_[{direction, channel}];
    slot = std::make_unique<DmaChannel>(name.c_str(), environment_, tile_, direction, channel, bds_,
                                        locks_, latency, saved_of_latency);
    return *slot;
}

DmaChannel* TileDma::channel(arch::Direction direction, int channel) const {
    const auto found = channels_.find({direction, channel});
    return found == channels_.end() ? nullptr : found->second.get();
}

void TileDma::start(const schedule::TileProgram& program) {
    for (const schedule::Channel& started : program.channels) {
        if (started.out_of_order)
            channel(started.direction, started.channel)->take_out_of_order(started.packets);
        for (const schedule::Task& task : started.tasks) {
            if (channel(started.direction, started.channel)->push(task)) continue;
            environment_.fault.raise(
                fmt::format("{} {} {} starts with more tasks than its queue holds",
                            environment_.device.name_of(tile_), to_string(started.direction),
                            started.channel),
                bds_.bd(task.bd).origin);
        }
    }
}

std::vector<const DmaChannel*> TileDma::channels() const {
    std::vector<const DmaChannel*> all;
    all.reserve(channels_.size());
    for (const auto& [key, channel] : channels_)
        all.push_back(channel.get());
    return all;
}

}  // namespace xdnasim::sim
