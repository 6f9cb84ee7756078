#include "workloads/tracing/shared_streams.hpp"

#include <algorithm>

namespace xdnasim::tracing {

using schedule::Flow;

namespace {

/// All BDs that channel `source` runs.
void add_headers(schedule::TileProgram& program, const arch::Port& source, int id) {
    const auto channel =
        std::ranges::find_if(program.channels, [&](const schedule::Channel& candidate) {
            return arch::dma_port(program.tile, candidate.direction, candidate.channel) == source;
        });
    if (channel == program.channels.end()) return;
    for (const schedule::Task& task : channel->tasks) {
        const schedule::BdChain chain = program.chain(task.bd);
        for (const schedule::Bd* bd : chain.bds)
            program.bd(bd->id)->packet = schedule::PacketHeader{id, 0};
    }
}

}  // namespace

void send_as_packets(schedule::Schedule& schedule, const std::set<arch::TileId>& tiles,
                     PacketIds& ids) {
    for (Flow& flow : schedule.flows) {
        const bool shared = flow.mode == schedule::FlowMode::Circuit &&
                            flow.source.bundle == arch::Bundle::Dma &&
                            tiles.contains(flow.source.tile);
        if (!shared) continue;
        flow.mode = schedule::FlowMode::Packet;
        flow.packet_id = ids.take();
        add_headers(*schedule.find(flow.source.tile), flow.source, flow.packet_id);
    }
}

}  // namespace xdnasim::tracing
