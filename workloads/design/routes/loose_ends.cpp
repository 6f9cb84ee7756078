// The ends of flows: their names and packet ids; flows that nothing uses, and channels with tasks
// that no flow reaches.

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/pl_ports.hpp"
#include "workloads/design/routes/switches.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {

using arch::Bundle;
using arch::Direction;
using arch::Port;
using arch::PortSide;

std::string name_of_end(const Draft& draft, const Port& port) {
    if (port.bundle == Bundle::Plio) return port_name(draft, port);
    if (port.bundle != Bundle::Dma) return to_string(port);
    const Direction direction = arch::direction_of(port.side);
    for (const auto& [name, allocation] : draft.allocations)
        if (!allocation.is_plio && allocation.shim == port.tile &&
            allocation.direction == direction && allocation.channel == port.channel)
            return std::string{name};
    const auto program = draft.programs.find(port.tile);
    if (program == draft.programs.end()) return to_string(port);
    for (const schedule::Channel& channel : program->second.channels) {
        if (channel.direction != direction || channel.channel != port.channel) continue;
        if (channel.tasks.empty()) continue;  // an out-of-order channel has no tasks
        const schedule::Bd* bd = program->second.bd(channel.tasks.front().bd);
        const auto* buffer =
            bd == nullptr ? nullptr : std::get_if<schedule::BufferRef>(&bd->buffer);
        if (buffer != nullptr && draft.programs.contains(buffer->tile))
            return draft.at(*buffer).name;
    }
    return to_string(port);
}

namespace {

/// Packet id of the trace unit at `source` if the sequence sets it up; otherwise empty.
std::set<int> trace_ids(const Draft& draft, const Port& source) {
    std::set<int> ids;
    if (draft.schedule.trace)
        for (const schedule::TraceUnit& unit : draft.schedule.trace->units)
            if (schedule::trace_port(unit.unit) == source) ids.insert(unit.packet_id);
    return ids;
}

}  // namespace

std::set<int> packet_ids(const Draft& draft, const Port& source) {
    std::set<int> ids;
    if (source.bundle != Bundle::Dma) return trace_ids(draft, source);
    const auto program = draft.programs.find(source.tile);
    if (program == draft.programs.end()) return ids;
    for (const schedule::Channel& channel : program->second.channels) {
        if (channel.direction != Direction::MM2S || channel.channel != source.channel) continue;
        for (const schedule::Task& task : channel.tasks)
            for (const schedule::Bd* bd : program->second.chain(task.bd).bds)
                if (bd->packet) ids.insert(bd->packet->id);
    }
    for (const schedule::SequenceOp& operation : draft.schedule.sequence)
        if (const auto* write = std::get_if<schedule::WriteBd>(&operation.op))
            if (write->tile == source.tile && write->bd.packet) ids.insert(write->bd.packet->id);
    return ids;
}

namespace {

/// Returns whether packet_ids() has all ids: headers may also lie in the data.
bool has_known_ids(const Draft& draft, const Port& source) {
    if (source.bundle == Bundle::Trace) return true;
    const auto program = draft.programs.find(source.tile);
    if (source.bundle != Bundle::Dma || program == draft.programs.end()) return false;
    for (const schedule::Channel& channel : program->second.channels) {
        if (channel.direction != Direction::MM2S || channel.channel != source.channel) continue;
        for (const schedule::Task& task : channel.tasks)
            for (const schedule::Bd* bd : program->second.chain(task.bd).bds)
                if (!bd->packet) return false;
    }
    return true;
}

}  // namespace

std::optional<int> packet_id_of(const Draft& draft, const ir::Operation& flow) {
    const ir::Fields fields = draft.fields(flow);
    const int id = fields.small("ID", 0, arch::kMaxPacketId);
    const std::int64_t mask = fields.integer_or("mask", arch::kMaxPacketId, 0, kMaxCount);
    if ((mask & arch::kMaxPacketId) == arch::kMaxPacketId) return id;
    std::set<int> claimed;
    for (const ir::Region& ends : flow.regions)
        for (const ir::Operation& end : ends.operations()) {
            if (!end.is("aie.packet_source")) continue;
            const ir::Fields read = draft.fields(end);
            const auto bundle = bundle_of(read.token("bundle").text);
            if (!bundle) return std::nullopt;
            const Port source{draft.tile(read, "tile"), PortSide::Slave, *bundle,
                              read.small("channel", 0, kMaxChannel)};
            if (!has_known_ids(draft, source)) return std::nullopt;
            for (const int sent : packet_ids(draft, source))
                if (((sent ^ id) & mask) == 0) claimed.insert(sent);
        }
    return claimed.size() == 1 ? std::optional{*claimed.begin()} : std::nullopt;
}

namespace {

/// DMA channels that have tasks, with the place of the first task.
std::map<Port, base::Position> channels_with_tasks(const Draft& draft) {
    std::map<Port, base::Position> channels;
    for (const auto& [tile, program] : draft.programs)
        for (const schedule::Channel& channel : program.channels) {
            const Port port = arch::dma_port(tile, channel.direction, channel.channel);
            if (channel.out_of_order) channels.try_emplace(port);
            if (channel.tasks.empty()) continue;
            const schedule::Bd* first = program.bd(channel.tasks.front().bd);
            channels.try_emplace(port, first == nullptr ? base::Position{} : first->origin);
        }
    for (const schedule::SequenceOp& operation : draft.schedule.sequence)
        if (const auto* push = std::get_if<schedule::PushTask>(&operation.op))
            channels.try_emplace(arch::dma_port(push->tile, push->direction, push->channel),
                                 operation.origin);
    return channels;
}

void note_idle(Draft& draft, const schedule::Flow& flow,
               const std::map<Port, base::Position>& channels) {
    const auto idle = [&](const Port& port) {
        return port.bundle == Bundle::Dma && !channels.contains(port);
    };
    if (idle(flow.source)) {
        draft.safe(flow.origin, fmt::format("flow '{}', through which nothing is sent", flow.name));
        return;
    }
    for (const Port& sink : flow.sinks)
        if (idle(sink))
            draft.loss(flow.origin, fmt::format("flow '{}' ends at {}, which has no task: data "
                                                "sent there stay in the stream until it is full",
                                                flow.name, to_string(sink)));
}

/// Leaves out the tasks of a channel that would take words of trace units that are left out.
void leave_out_tasks(Draft& draft, const Port& port) {
    std::erase_if(draft.schedule.sequence, [&](const schedule::SequenceOp& operation) {
        const auto* push = std::get_if<schedule::PushTask>(&operation.op);
        if (push == nullptr || arch::dma_port(push->tile, push->direction, push->channel) != port)
            return false;
        draft.safe(operation.origin,
                   draft.started_traces.empty()
                       ? "a task for the words of trace units that are left out"
                       : "a task for the words of trace units, which get a buffer of their own");
        return true;
    });
}

}  // namespace

void note_loose_ends(Draft& draft) {
    // Flows and tasks may be missing because of the unsupported features.
    if (!draft.findings.of(Weight::Unsupported).empty()) return;
    const std::map<Port, base::Position> channels = channels_with_tasks(draft);
    std::set<Port> reached;
    for (const schedule::Flow& flow : draft.schedule.flows) {
        note_idle(draft, flow, channels);
        reached.insert(flow.source);
        reached.insert(flow.sinks.begin(), flow.sinks.end());
    }
    for (const auto& [port, at] : channels) {
        if (reached.contains(port)) continue;
        if (draft.idle_sinks.contains(port)) {
            leave_out_tasks(draft, port);
            continue;
        }
        const std::string name = name_of_end(draft, port);
        const std::string shown = to_string(port);
        draft.unsupported(at,
                          fmt::format("{} has a task, but no flow {} there",
                                      name == shown ? name : fmt::format("'{}' ({})", name, shown),
                                      port.side == PortSide::Slave ? "starts" : "ends"));
    }
}

}  // namespace xdnasim::design
