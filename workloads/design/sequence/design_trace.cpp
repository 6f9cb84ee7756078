#include "workloads/design/sequence/design_trace.hpp"

// The trace units that a design's sequence sets up: which of them are simulated, and where their
// words go.

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "backends/txn/shim_bd.hpp"
#include "traces/names/event_meaning.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {
namespace {

using arch::Port;
using schedule::Flow;
using schedule::TraceSink;
using schedule::TraceUnit;

arch::Bytes whole_packets(arch::Bytes size) {
    return arch::Bytes{size.count() / words::kPacketBytes * words::kPacketBytes};
}

/// The place in a host buffer of the first BD that the sequence pushes to `port`, and the bytes
/// that its tasks write there. Words after the last task are lost.
std::optional<TraceSink> sink_at(const schedule::Schedule& schedule, const Port& port) {
    std::map<std::int64_t, const schedule::WriteBd*> written;
    std::optional<TraceSink> sink;
    arch::Bytes size{};
    for (const schedule::SequenceOp& operation : schedule.sequence) {
        if (const auto* write = std::get_if<schedule::WriteBd>(&operation.op);
            write != nullptr && write->tile == port.tile)
            written[write->id.base] = write;
        const auto* push = std::get_if<schedule::PushTask>(&operation.op);
        if (push == nullptr || push->tile != port.tile || push->channel != port.channel ||
            push->direction != arch::Direction::S2MM)
            continue;
        const auto at = written.find(push->bd.base);
        if (at == written.end()) continue;
        const schedule::Bd& bd = at->second->bd;
        const auto buffer = std::get<schedule::HostBufferRef>(bd.buffer);
        if (!sink)
            sink = TraceSink{
                port.tile, port.channel, buffer, {}, arch::Bytes{at->second->offset.base}};
        if (buffer == sink->buffer) size += bd.length * (std::int64_t{push->repeat} + 1);
    }
    if (sink) sink->size = whole_packets(std::min(size, schedule.host_buffer(sink->buffer)->size));
    return sink;
}

/// The flow on which the words of `unit` leave with their headers, to one channel; nullptr if there
/// is none.
const Flow* way_of(const schedule::Schedule& schedule, const TraceUnit& unit) {
    const auto found = std::ranges::find_if(schedule.flows, [&](const Flow& flow) {
        return flow.source == schedule::trace_port(unit.unit) && flow.keep_header &&
               flow.mode == schedule::FlowMode::Packet && flow.packet_id == unit.packet_id &&
               flow.sinks.size() == 1;
    });
    return found == schedule.flows.end() ? nullptr : &*found;
}

/// The channel to which most units send, among those that write a host buffer.
std::optional<Port> channel_of_most(const schedule::Schedule& schedule) {
    std::map<Port, int> units;
    for (const TraceUnit& unit : schedule.trace->units)
        if (const Flow* way = way_of(schedule, unit)) {
            const Port& sink = way->sinks.front();
            if (sink_at(schedule, sink)) ++units[sink];
        }
    const auto most =
        std::ranges::max_element(units, {}, [](const auto& entry) { return entry.second; });
    return most == units.end() ? std::nullopt : std::optional{most->first};
}

/// The TraceUnit::sink that stands for `port`. If the port is not among `ports`, it is added.
/// nullopt if it writes no host buffer.
std::optional<std::size_t> sink_of(Draft& draft, const Port& port, std::vector<Port>& ports) {
    const auto known = std::ranges::find(ports, port);
    if (known != ports.end()) return static_cast<std::size_t>(known - ports.begin());
    const auto sink = sink_at(draft.schedule, port);
    if (!sink) return std::nullopt;
    draft.schedule.trace->others.push_back(*sink);
    ports.push_back(port);
    return ports.size() - 1;
}

/// Leaves out the flows of trace units that are not simulated.
void leave_out_flows(Draft& draft) {
    schedule::Schedule& schedule = draft.schedule;
    const auto is_used = [&](const Flow& flow) {
        return flow.source.bundle != arch::Bundle::Trace ||
               (schedule.trace &&
                std::ranges::any_of(schedule.trace->units, [&](const TraceUnit& unit) {
                    return &flow == way_of(schedule, unit);
                }));
    };
    std::vector<bool> used;
    for (const Flow& flow : schedule.flows) {
        used.push_back(is_used(flow));
        if (!used.back()) draft.idle_sinks.insert(flow.sinks.begin(), flow.sinks.end());
    }
    for (std::size_t i = used.size(); i-- > 0;) {
        if (used[i]) continue;
        const auto at = static_cast<std::ptrdiff_t>(i);
        schedule.flows.erase(schedule.flows.begin() + at);
        if (i < schedule.routes.size()) schedule.routes.erase(schedule.routes.begin() + at);
    }
}

}  // namespace

void leave_out_events(Draft& draft, base::Position at, const words::Unit& unit,
                      std::span<const int> events, const names::EventNames& names) {
    for (const int event : events) {
        const auto name = names.name(unit.module, event);
        if (name && names::meaning(unit.module, *name)) continue;
        draft.loss(at, fmt::format("{} in the trace unit of {}",
                                   name ? std::string{*name} : fmt::format("event {}", event),
                                   words::to_string(unit)));
    }
}

void finish_trace(Draft& draft) {
    if (!draft.schedule.trace) return;
    schedule::Trace& trace = *draft.schedule.trace;
    const auto channel = channel_of_most(draft.schedule);
    if (!channel) {
        draft.loss({},
                   "trace units whose words reach no host buffer: no packet flow that keeps their "
                   "headers, or no BD, takes them");
        draft.schedule.trace.reset();
        std::erase_if(draft.schedule.sequence, [](const schedule::SequenceOp& operation) {
            return std::holds_alternative<schedule::SignalTrace>(operation.op);
        });
        return leave_out_flows(draft);
    }
    const TraceSink first = *sink_at(draft.schedule, *channel);
    trace.shim = first.shim;
    trace.channel = first.channel;
    trace.buffer = first.buffer;
    trace.size = first.size;
    trace.offset = first.offset;
    std::vector<Port> ports{*channel};
    std::erase_if(trace.units, [&](TraceUnit& unit) {
        const Flow* way = way_of(draft.schedule, unit);
        if (way != nullptr) {
            const auto sink = sink_of(draft, way->sinks.front(), ports);
            unit.sink = sink.value_or(0);
            if (sink) return false;
        }
        draft.loss(way == nullptr ? base::Position{} : way->origin,
                   fmt::format("the trace unit of {}, whose words reach no host buffer with their "
                               "headers",
                               words::to_string(unit.unit)));
        return true;
    });
    leave_out_flows(draft);
    const names::EventNames names{draft.device.generation};
    for (const TraceUnit& unit : trace.units)
        leave_out_events(draft, {}, unit.unit, unit.events, names);
}

void note_short_bursts(Draft& draft) {
    const auto takes_trace = [&](const ShortBursts& asked) {
        bool found = false;
        for (const schedule::SequenceOp& operation : draft.schedule.sequence) {
            const auto* write = std::get_if<schedule::WriteBd>(&operation.op);
            if (write == nullptr) continue;
            const bool same =
                asked.bd ? asked.bd == std::pair{write->tile, static_cast<int>(write->id.base)}
                         : operation.origin == asked.at;
            if (!same) continue;
            if (txn::burst_of(*write, draft.schedule) == txn::Burst::Longest) return false;
            found = true;
        }
        return found;
    };
    for (const ShortBursts& asked : draft.short_bursts)
        if (!takes_trace(asked)) draft.loss(asked.at, "'burst_length' of a shim's BD");
}

}  // namespace xdnasim::design
