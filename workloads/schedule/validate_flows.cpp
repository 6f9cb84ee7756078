// Checks of flows and the ports at their ends.

#include <algorithm>
#include <set>

#include "arch/routing_graph.hpp"
#include "arch/tile.hpp"
#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bundle;
using arch::Port;
using arch::PortSide;

/// A DMA channel at the end of a flow must have tasks.
void check_dma_program(const Inspection& inspection, const Reporter& report, const Port& port) {
    if (port.bundle != Bundle::Dma || inspection.is_pushed(port)) return;
    if (const TileProgram* program = inspection.program(port.tile)) {
        for (const Channel& channel : program->channels) {
            const Port of_channel = arch::dma_port(port.tile, channel.direction, channel.channel);
            if (of_channel == port && (channel.out_of_order || !channel.tasks.empty())) return;
        }
    }
    report(
        "ends at a DMA channel that has no task, neither in its tile's program nor in the "
        "runtime sequence");
}

void check_pl_port(const Inspection& inspection, const Reporter& report, const Port& port) {
    if (port.bundle != Bundle::Plio) return;
    const bool used = std::ranges::any_of(inspection.schedule.pl.ports,
                                          [&](const PlPort& end) { return end.port == port; });
    if (!used) report("ends at the programmable logic, where the schedule has no port");
}

void check_trace_port(const Inspection& inspection, const Reporter& report, const Port& port) {
    if (port.bundle != Bundle::Trace) return;
    const auto& trace = inspection.schedule.trace;
    const bool used = trace && std::ranges::any_of(trace->units, [&](const TraceUnit& unit) {
                          return trace_port(unit.unit) == port;
                      });
    if (!used) report("starts at the port of a trace unit that the schedule does not use");
}

void check_control_port(const Inspection& inspection, const Reporter& report, const Port& port) {
    if (port.bundle != Bundle::TileControl) return;
    const bool used =
        std::ranges::any_of(inspection.schedule.control_ports,
                            [&](const ControlPort& control) { return control.tile == port.tile; });
    if (!used) report("names a control port for which the schedule has no packets");
}

void check_endpoint(Inspection& inspection, const Flow& flow, const Port& port, PortSide side) {
    const Reporter report = inspection.at(flow_at(flow, port), flow.origin);
    if (port.side != side) {
        report("is a {} port; a flow starts at a slave port and ends at master ports",
               side == PortSide::Slave ? "master" : "slave");
    } else if (!port_exists(inspection.device, port)) {
        report("names a port that does not exist; {} has {} of these", inspection.name(port.tile),
               is_known(port.bundle)
                   ? arch::port_count(inspection.device, port.tile, side, port.bundle)
                   : 0);
    } else {
        check_dma_program(inspection,
                          inspection.at(flow_at(flow, port), flow.origin, BreachKind::Idle), port);
        check_trace_port(inspection, report, port);
        check_pl_port(inspection, report, port);
        check_control_port(inspection, report, port);
    }
}

void check_flow(Inspection& inspection, const Flow& flow) {
    const Reporter report = inspection.at(fmt::format("flow '{}'", flow.name), flow.origin);
    if (flow.sinks.empty()) report("has no sink; it needs at least 1");
    if (flow.mode == FlowMode::Packet) {
        report.check_range("packet id", flow.packet_id, 0, arch::kMaxPacketId);
    }
    check_endpoint(inspection, flow, flow.source, PortSide::Slave);
    std::set<Port> sinks;
    for (const Port& sink : flow.sinks) {
        check_endpoint(inspection, flow, sink, PortSide::Master);
        if (!sinks.insert(sink).second) {
            inspection.at(flow_at(flow, sink), flow.origin)("names this sink more than once");
        }
    }
}

}  // namespace

std::string flow_at(const Flow& flow, const Port& port) {
    return fmt::format("flow '{}' at {}", flow.name, to_string(port));
}

bool is_known(Bundle bundle) {
    return static_cast<int>(bundle) < arch::kBundles;
}

bool port_exists(const arch::Device& device, const Port& port) {
    return is_known(port.bundle) && arch::has_port(device, port);
}

void check_flows(Inspection& inspection) {
    for (const Flow& flow : inspection.schedule.flows)
        check_flow(inspection, flow);
}

}  // namespace xdnasim::schedule
