// Checks of a tile's DMA channels, and of BDs with regard to the channels that run them.

#include <map>

#include "arch/routing_graph.hpp"
#include "workloads/schedule/bd_walk.hpp"
#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Direction;
using arch::Port;
using arch::PortSide;
using arch::TileId;

std::string channel_name(const Port& port) {
    return fmt::format("{} channel {}", to_string(arch::direction_of(port.side)), port.channel);
}

void check_reach_of_channel(const Inspection& inspection, const Reporter& report,
                            const arch::Port& port, const Bd& bd) {
    const auto check = [&](TileId other, std::string_view what) {
        // A buffer or lock that no channel reaches is a breach of the BD itself, and reported
        // there.
        if (!dma_reaches(inspection.device, port.tile, other) ||
            channel_reaches(inspection.device, port.tile, port.channel, other)) {
            return;
        }
        report("uses a {} of {} on channel {}; only channels 0 to {} reach neighbours", what,
               inspection.name(other), port.channel,
               inspection.device.model(port.tile).dma.neighbour_channels - 1);
    };
    if (const auto* buffer = std::get_if<BufferRef>(&bd.buffer)) check(buffer->tile, "buffer");
    if (bd.acquire) check(bd.acquire->lock.tile, "lock");
    if (bd.release) check(bd.release->lock.tile, "lock");
}

void check_header(const Inspection& inspection, const Reporter& report, const arch::Port& port,
                  const Bd& bd) {
    const auto flows = inspection.flows_at(port);
    if (flows.empty()) return;
    for (const auto& [at, flow] : flows) {
        const bool packets = flow->mode == FlowMode::Packet;
        if (!packets && !bd.packet) return;
        if (packets && bd.packet && bd.packet->id == flow->packet_id) return;
    }
    const Flow& flow = *flows.front().second;
    if (flow.mode == FlowMode::Circuit) {
        report("sends a packet header with id {} into flow '{}', which is a circuit", bd.packet->id,
               flow.name);
    } else if (!bd.packet) {
        report("has no packet header; flow '{}' needs one with id {}", flow.name, flow.packet_id);
    } else {
        report("has packet id {}; no flow from {} has it, flow '{}' has {}", bd.packet->id,
               to_string(port), flow.name, flow.packet_id);
    }
}

/// Records which channel of a tile runs which BD, and reports BDs that two channels run.
class Claims {
 public:
    Claims(Inspection& inspection, TileId tile) : inspection_{inspection}, tile_{tile} {}

    /// Assigns all BDs of the chain that starts at BD `id` to `port`.
    void claim(const Port& port, int id) {
        const BdChain chain = inspection_.program(tile_)->chain(id);
        for (const Bd* bd : chain.bds) {
            const auto [owner, fresh] = owners_.try_emplace(bd->id, port);
            const Reporter report = inspection_.at(
                fmt::format("{} BD {}", inspection_.name(tile_), bd->id), bd->origin);
            if (fresh) {
                check_bd_on_channel(inspection_, report, port, *bd, bd->id);
            } else {
                // The rest of the chain is then shared as well and is not reported again.
                if (owner->second != port) {
                    report("is run by {} and by {}; one channel may run it",
                           channel_name(owner->second), channel_name(port));
                }
                return;
            }
        }
    }

 private:
    Inspection& inspection_;
    TileId tile_;
    std::map<int, Port> owners_;
};

void check_tasks(const Inspection& inspection, const Reporter& report, TileId tile,
                 const Channel& channel) {
    const arch::DmaModel& dma = inspection.device.model(tile).dma;
    report.check_range("number of tasks", static_cast<std::int64_t>(channel.tasks.size()), 0,
                       dma.task_queue_depth + 1);
    for (const Task& task : channel.tasks) {
        report.check_range("repeat of a task", task.repeat, 0, dma.max_repeat);
        if (inspection.bd(tile, task.bd) == nullptr) {
            report("has a task that starts at BD {}, which does not exist", task.bd);
        }
    }
}

}  // namespace

bool channel_exists(const Inspection& inspection, const Reporter& report, TileId tile,
                    Direction direction, int channel) {
    const arch::DmaModel* dma = inspection.dma(tile);
    if (dma == nullptr) {
        report("uses the DMA of {}, which has none", inspection.name(tile));
        return false;
    }
    return report.in_range(to_string(direction) + " channel", channel, 0,
                           dma->channels(direction) - 1);
}

void check_bd_on_channel(const Inspection& inspection, const Reporter& report,
                         const arch::Port& port, const Bd& bd, int id) {
    const arch::DmaModel& dma = inspection.device.model(port.tile).dma;
    const arch::BdRange own = dma.bds_of(port.channel);
    // A BD that no channel can use is reported with the BD itself.
    if (dma.bds_split_by_parity && !own.contains(id))
        report("is run by channel {}, which can use BDs {} to {}", port.channel, own.first,
               own.end - 1);
    check_reach_of_channel(inspection, report, port, bd);
    if (port.side == PortSide::Slave) {
        check_header(inspection, report, port, bd);
        return;
    }
    if (bd.packet) report("has a packet header, but S2MM runs it; only MM2S sends headers");
    if (has_padding(bd)) report("has zero padding, but S2MM runs it; only MM2S pads");
}

void check_channels(Inspection& inspection, const TileProgram& program) {
    Claims claims{inspection, program.tile};
    std::vector<Port> seen;
    for (const Channel& channel : program.channels) {
        const Port port = arch::dma_port(program.tile, channel.direction, channel.channel);
        const Bd* first =
            channel.tasks.empty() ? nullptr : inspection.bd(program.tile, channel.tasks.front().bd);
        const Reporter report =
            inspection.at(fmt::format("{} {}", inspection.name(program.tile), channel_name(port)),
                          first == nullptr ? base::Position{} : first->origin);
        if (!channel_exists(inspection, report, program.tile, channel.direction, channel.channel)) {
            continue;
        }
        if (std::ranges::find(seen, port) != seen.end()) report("is programmed more than once");
        seen.push_back(port);
        check_tasks(inspection, report, program.tile, channel);
        if (channel.out_of_order)
            for (const int bd : check_out_of_order(inspection, report, channel, port))
                claims.claim(port, bd);
        if (channel.tasks.empty()) continue;
        if (inspection.flows_at(port).empty()) report("has tasks, but no flow starts or ends here");
        for (const Task& task : channel.tasks)
            claims.claim(port, task.bd);
    }
}

}  // namespace xdnasim::schedule
