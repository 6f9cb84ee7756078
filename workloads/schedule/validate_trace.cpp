// Checks of trace units: hardware limits, and the way of their words to the host.

#include <algorithm>
#include <set>

#include "arch/routing_graph.hpp"
#include "arch/tile.hpp"
#include "traces/words/packet.hpp"
#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {

namespace {

using words::Module;

void check_selection(const Inspection& inspection, const Reporter& report, const TraceUnit& unit) {
    const arch::DmaModel* dma = inspection.dma(unit.unit.tile);
    if (unit.unit.module != Module::MemTile || dma == nullptr) return;
    for (const int channel : unit.s2mm)
        report.check_range("S2MM channel", channel, 0, dma->s2mm_channels - 1);
    for (const int channel : unit.mm2s)
        report.check_range("MM2S channel", channel, 0, dma->mm2s_channels - 1);
}

bool sends_to(const Schedule& schedule, const TraceUnit& unit, const arch::Port& sink) {
    return std::ranges::any_of(schedule.flows, [&](const Flow& flow) {
        return flow.source == trace_port(unit.unit) && flow.mode == FlowMode::Packet &&
               flow.keep_header && flow.packet_id == unit.packet_id &&
               flow.sinks == std::vector{sink};
    });
}

void check_unit(Inspection& inspection, const TraceUnit& unit) {
    const Reporter report = inspection.at("trace unit of " + words::to_string(unit.unit));
    if (!inspection.device.has(words::tile_kind(unit.unit.module), unit.unit.tile)) {
        report("is in {}, which has none of these", inspection.name(unit.unit.tile));
        return;
    }
    report.check_range("packet id", unit.packet_id, 0, arch::kMaxPacketId);
    report.check_range("row in its packets", unit.unit.tile.row, 0, words::kMaxHeaderRow);
    report.check_range("column in its packets", unit.unit.tile.column, 0, words::kMaxHeaderColumn);
    for (const int event : unit.events)
        report.check_range("event", event, 0,
                           inspection.device.model(unit.unit.tile).max_trace_event());
    if (unit.ports.size() > kMaxWatchedPorts)
        report("watches {} ports; allowed are {}", unit.ports.size(), kMaxWatchedPorts);
    for (const arch::Port& port : unit.ports)
        if (port.tile != unit.unit.tile || !port_exists(inspection.device, port))
            report("watches port {}, which its tile does not have", to_string(port));
    check_selection(inspection, report, unit);
    const Trace& trace = *inspection.schedule.trace;
    if (trace.route != TraceRoute::Streams) return;
    const std::vector<TraceSink> sinks = trace.sinks();
    if (unit.sink >= sinks.size()) {
        report("sends to channel {} of the trace, which has {}", unit.sink, sinks.size());
        return;
    }
    const arch::Port sink =
        arch::dma_port(sinks[unit.sink].shim, arch::Direction::S2MM, sinks[unit.sink].channel);
    if (!sends_to(inspection.schedule, unit, sink))
        report("has no packet flow with id {} and its header kept to {}", unit.packet_id,
               to_string(sink));
}

}  // namespace

void check_trace(Inspection& inspection) {
    if (!inspection.schedule.trace) return;
    const Trace& trace = *inspection.schedule.trace;
    const Reporter report = inspection.at("trace");
    for (const TraceSink& sink : trace.sinks()) {
        const HostBuffer* buffer = inspection.buffer(sink.buffer);
        if (buffer == nullptr) {
            report("names host buffer {}; there are {}", sink.buffer.index,
                   inspection.schedule.host_buffers.size());
            continue;
        }
        const arch::Bytes size = sink.size.value_or(buffer->size);
        if (size.count() % words::kPacketBytes != 0)
            report("has a buffer of {} bytes; allowed are multiples of {}", size.count(),
                   words::kPacketBytes);
    }
    std::set<words::Unit> seen;
    for (const TraceUnit& unit : trace.units) {
        if (!seen.insert(unit.unit).second)
            inspection.at("trace unit of " + words::to_string(unit.unit))("is there twice");
        check_unit(inspection, unit);
    }
}

}  // namespace xdnasim::schedule
