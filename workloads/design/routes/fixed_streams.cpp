#include "workloads/design/routes/fixed_streams.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"

namespace xdnasim::design {

using arch::Bundle;
using arch::Port;
using schedule::Flow;

const char* idle_trace(const Draft& draft) {
    return draft.started_traces.empty()
               ? "the route of trace units that the sequence does not start"
               : "the route of the trace units' words, which get a route of their own instead";
}

bool is_control(const Port& port) {
    return port.bundle == Bundle::TileControl;
}

bool ends_at_control(const Flow& flow) {
    return std::ranges::any_of(flow.sinks, is_control);
}

void FixedStreams::read(const ir::Region& device) {
    for (const ir::Operation& operation : device.operations()) {
        if (operation.is("aie.switchbox")) switches_.read_switchbox(operation);
        if (operation.is("aie.shim_mux")) switches_.read_shim_mux(operation);
    }
    have_packets_ = std::ranges::any_of(switches_.connections(), [](const auto& entry) {
        return entry.second.is_packet && entry.first.bundle != Bundle::TileControl;
    });
    for (const Port& source : senders())
        follow(source);
}

/// The ports of DMAs, trace units and the programmable logic from which connections lead.
std::set<Port> FixedStreams::senders() const {
    std::set<Port> sources;
    for (const auto& [slave, fixed] : switches_.connections()) {
        if (slave.bundle == Bundle::Dma || slave.bundle == Bundle::Trace) sources.insert(slave);
        if (slave.bundle == Bundle::South && draft_.device.kind(slave.tile) == arch::TileKind::Shim)
            if (const auto end = switches_.behind_mux(slave)) sources.insert(*end);
    }
    return sources;
}

void FixedStreams::follow(const Port& source) {
    const Port slave = arch::switch_port(draft_.device, source);
    const auto [begin, end] = switches_.connections().equal_range(slave);
    const bool packets =
        std::any_of(begin, end, [](const auto& entry) { return entry.second.is_packet; });
    if (!packets) return add(tracer_.trace(source, std::nullopt), source);
    const std::set<int> ids = ids_of(source, begin, end);
    for (const int id : ids)
        add(tracer_.trace(source, id), source);
    if (ids.empty()) leave_out(source, begin, end);
}

/// Packet ids that the channel sends; if they are not known, the ids that the rules at its port
/// accept.
std::set<int> FixedStreams::ids_of(const Port& source, Connection begin, Connection end) const {
    if (std::set<int> sent = packet_ids(draft_, source); !sent.empty()) return sent;
    std::set<int> ids;
    if (source.bundle == Bundle::Trace) return ids;
    for (auto at = begin; at != end; ++at)
        if (at->second.is_packet && at->second.mask == arch::kMaxPacketId)
            ids.insert(at->second.value);
    return ids;
}

/// Leaves out the routes of a trace unit that sends nothing.
void FixedStreams::leave_out(const Port& source, Connection begin, Connection end) {
    for (auto at = begin; at != end; ++at)
        if (const auto routed = tracer_.trace(source, at->second.value)) {
            draft_.idle_sinks.insert(routed->flow.sinks.begin(), routed->flow.sinks.end());
            draft_.safe(at->second.at, idle_trace(draft_));
        }
}

void FixedStreams::add(std::optional<RoutedFlow> routed, const Port& source) {
    if (!routed) return;
    const int id = routed->flow.packet_id;
    if (ends_at_control(routed->flow) && !packet_ids(draft_, source).contains(id))
        return draft_.safe(routed->flow.origin, kIdleControl);
    sources_.insert(source);
    flows_.push_back(*std::move(routed));
}

std::vector<Flow> FixedStreams::to_control() const {
    std::vector<Flow> control;
    for (const RoutedFlow& routed : flows_)
        if (ends_at_control(routed.flow)) control.push_back(routed.flow);
    return control;
}

bool FixedStreams::add_answer(const Port& from, int packet_id) {
    std::optional<RoutedFlow> routed = tracer_.trace(from, packet_id);
    if (!routed || routed->flow.keep_header) return false;
    add(std::move(routed), from);
    return true;
}

void FixedStreams::report_unused() {
    for (const FixedConnection* fixed : tracer_.dead_ends())
        draft_.loss(fixed->at, fmt::format("a stream that ends at {}, where nothing takes it",
                                           to_string(fixed->connection.master)));
    for (const auto& [slave, fixed] : switches_.connections()) {
        if (tracer_.used(fixed)) continue;
        if (slave.bundle == Bundle::TileControl)
            draft_.safe(fixed.at, kFromControl);
        else if (slave.bundle == Bundle::Core || slave.bundle == Bundle::Fifo)
            draft_.unsupported(fixed.at,
                               fmt::format("a stream from {} of a core; allowed: streams from "
                                           "and to DMA channels",
                                           to_string(slave.bundle)));
        else if (slave.bundle == Bundle::Trace)
            draft_.safe(fixed.at, idle_trace(draft_));
        else
            draft_.safe(fixed.at, "connections that no DMA channel sends through");
    }
}

void FixedStreams::require_route(base::Position at, const Port& source, int packet_id,
                                 const std::vector<Port>& sinks) const {
    if (!packet_ids(draft_, source).contains(packet_id)) return;
    const auto routed = std::ranges::find_if(flows_, [&](const RoutedFlow& candidate) {
        return candidate.flow.source == source && candidate.flow.packet_id == packet_id;
    });
    for (const Port& sink : sinks) {
        if (routed != flows_.end() &&
            std::ranges::find(routed->flow.sinks, sink) != routed->flow.sinks.end())
            continue;
        draft_.unsupported(
            at, fmt::format("packets with id {} from {}, which the switches do not lead to "
                            "{}; allowed: rules and master sets all the way, or the design "
                            "before it is routed",
                            packet_id, to_string(source), to_string(sink)));
    }
}

std::vector<RoutedFlow> FixedStreams::take() {
    std::ranges::stable_sort(flows_, {}, &RoutedFlow::number);
    return std::move(flows_);
}

}  // namespace xdnasim::design
