#include "xdnasim/workloads/tracing/shared_streams.hpp"

#include <algorithm>

namespace xdnasim::tracing {

using schedule::Bd;
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
        std::optional<int> next = task.bd;
        while (next) {
            const auto bd = std::ranges::find(program.bds, *next, &Bd::id);
            if (bd == program.bds.end() || bd->packet) break;
            bd->packet = schedule::PacketHeader{id, 0};
            next = bd->next;
        }
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
