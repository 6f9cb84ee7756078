// Checks of channels whose packets name the BD that takes them.

#include <algorithm>
#include <set>

#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {
namespace {

/// The BDs that send packets of `flow`.
std::vector<const Bd*> senders(const Inspection& inspection, const Flow& flow) {
    std::vector<const Bd*> bds;
    const TileProgram* program = inspection.program(flow.source.tile);
    if (program == nullptr) return bds;
    for (const Channel& channel : program->channels) {
        if (arch::dma_port(program->tile, channel.direction, channel.channel) != flow.source)
            continue;
        for (const Task& task : channel.tasks)
            for (const Bd* bd : program->chain(task.bd).bds)
                if (bd->packet && bd->packet->id == flow.packet_id) bds.push_back(bd);
    }
    return bds;
}

bool all_out_of_order(const Inspection& inspection, const Flow& flow) {
    return std::ranges::all_of(flow.sinks, [&](const arch::Port& sink) {
        const TileProgram* program = inspection.program(sink.tile);
        return program != nullptr && program->takes_out_of_order(sink);
    });
}

void check_sender(Inspection& inspection, const Flow& flow, const Bd& sender,
                  const arch::Port& port, std::set<int>& named) {
    const Reporter report = inspection.at(
        fmt::format("{} BD {}", inspection.name(flow.source.tile), sender.id), sender.origin);
    const std::optional<int> id = sender.packet->sink_bd;
    const std::string sink = inspection.name(port.tile);
    if (!id) {
        report("sends packets that name no BD to {}, where a channel takes them out of order",
               sink);
        return;
    }
    const Bd* const bd = inspection.bd(port.tile, *id);
    if (bd == nullptr) {
        report("sends packets for BD {} of {}, which does not exist", *id, sink);
        return;
    }
    if (bd->length != sender.length)
        report("sends packets of {} bytes for BD {} of {}, which takes {}", sender.length.count(),
               *id, sink, bd->length.count());
    if (bd->next)
        inspection.at(fmt::format("{} BD {}", sink, *id),
                      bd->origin)("has a next BD, but packets name it; such BDs stand alone");
    named.insert(*id);
}

}  // namespace

std::vector<int> check_out_of_order(Inspection& inspection, const Reporter& report,
                                    const Channel& channel, const arch::Port& port) {
    if (channel.direction == arch::Direction::MM2S)
        report("is out of order; only S2MM channels can be");
    if (!channel.tasks.empty()) report("is out of order and has tasks; it takes what packets name");
    report.check_range("packets", channel.packets, 0,
                       inspection.device.model(port.tile).dma.max_repeat + 1);
    std::set<int> named;
    for (const auto& [at, flow] : inspection.flows_at(port)) {
        if (flow->mode == FlowMode::Circuit) {
            report("is out of order, but flow '{}' is a circuit, whose data names no BD",
                   flow->name);
            continue;
        }
        if (flow->keep_header && !all_out_of_order(inspection, *flow))
            report(
                "is out of order, but flow '{}' also leads its packets to a channel that would "
                "take the headers as data",
                flow->name);
        for (const Bd* bd : senders(inspection, *flow))
            check_sender(inspection, *flow, *bd, port, named);
    }
    return {named.begin(), named.end()};
}

}  // namespace xdnasim::schedule
