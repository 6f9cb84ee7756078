// The streams of a design: along the switches where the design fixes them, otherwise as flows from
// end to end, to be routed.

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/out_of_order.hpp"
#include "workloads/design/parts.hpp"
#include "workloads/design/pl_ports.hpp"
#include "workloads/design/routes/fixed_streams.hpp"
#include "workloads/design/routes/headers_in_data.hpp"
#include "workloads/design/sequence/control_packets.hpp"
#include "workloads/design/sequence/design_trace.hpp"

namespace xdnasim::design {
namespace {

using arch::Bundle;
using arch::Port;
using arch::PortSide;
using schedule::Flow;
using schedule::FlowMode;

class FlowReader {
 public:
    FlowReader(Draft& draft, const ArgumentFiles& files)
        : draft_{draft}, files_{files}, fixed_{draft} {}

    void read(const ir::Region& device) {
        fixed_.read(device);
        if (fixed_.have_packets())
            read_control(fixed_.to_control(),
                         [this](const Port& from, int id) { return fixed_.add_answer(from, id); });
        fixed_.report_unused();
        for (const ir::Operation& operation : device.operations()) {
            if (operation.is("aie.flow")) read_flow(operation);
            if (operation.is("aie.packet_flow")) read_packet_flow(operation);
        }
        if (!fixed_.have_packets()) read_unrouted_control();
        finish();
    }

 private:
    /// Reads control packets. `answer(from, packet id)`: returns whether there is a route for the
    /// answer to a read.
    template <class Answer>
    void read_control(const std::vector<Flow>& flows, const Answer& answer) {
        read_control_packets(draft_, flows, files_);
        for (const ControlAnswer& asked : control_answers(draft_.schedule))
            if (!answer(asked.from, asked.packet_id))
                draft_.unsupported(asked.origin,
                                   fmt::format("a control packet whose answer, with packet id {}, "
                                               "has no route from {} to a DMA channel",
                                               asked.packet_id, to_string(asked.from)));
    }

    void read_unrouted_control() {
        std::vector<Flow> control;
        for (const auto& [key, flow] : open_)
            if (ends_at_control(flow)) control.push_back(flow);
        read_control(control, [&](const Port& from, int id) {
            const auto found = answers_.find({from, id});
            if (found == answers_.end() || found->second.keep_header) return false;
            open_.insert(answers_.extract(found));
            return true;
        });
        for (const auto& [key, flow] : answers_)
            draft_.safe(flow.origin, kFromControl);
    }

    /// The end of a flow; nullopt if it is not supported. In this case it is reported, and the flow
    /// is left out.
    std::optional<Port> end_of(const ir::Fields& fields, PortSide side, std::string_view tile,
                               std::string_view bundle, std::string_view channel) {
        const ir::Token& name = fields.token(bundle);
        const auto known = bundle_of(name.text);
        const arch::TileId at = draft_.tile(fields, tile);
        const bool is_plio = known == Bundle::Plio;
        if (!known || (known != Bundle::Dma && known != Bundle::Trace && !is_plio &&
                       known != Bundle::TileControl)) {
            draft_.unsupported(
                fields.at(),
                fmt::format("a flow {} {}; allowed: flows from and to DMA channels and PLIO, from "
                            "trace units, and packets from and to TileControl",
                            side == PortSide::Slave ? "from" : "to", name.text));
            return std::nullopt;
        }
        const Port port{at, side, *known, fields.small(channel, 0, kMaxChannel)};
        if (is_plio && !arch::has_port(draft_.device, port))
            draft_.text.fail(fields.at(), no_such_plio(draft_.device, port));
        if (!arch::has_port(draft_.device, port))
            draft_.text.fail(fields.at(), fmt::format("device {} has no port {}",
                                                      draft_.device.name, to_string(port)));
        return port;
    }

    /// Flows with the same source become one stream to several sinks.
    void read_flow(const ir::Operation& operation) {
        const ir::Fields fields = draft_.fields(operation);
        const auto source =
            end_of(fields, PortSide::Slave, "source", "source_bundle", "source_channel");
        const auto sink = end_of(fields, PortSide::Master, "dest", "dest_bundle", "dest_channel");
        if (!source || !sink || fixed_.begin_at(*source)) return;
        if (is_control(*source)) return draft_.safe(operation.at, kFromControl);
        if (is_control(*sink))
            return draft_.unsupported(operation.at,
                                      "a circuit to TileControl. Use aie.packet_flow");
        Flow& flow = open_[{*source, -1}];
        if (flow.sinks.empty()) {
            flow.source = *source;
            flow.origin = operation.at;
        }
        add_sink(flow, *sink, operation.at);
    }

    void add_sink(Flow& flow, const Port& sink, base::Position at) const {
        if (std::ranges::find(flow.sinks, sink) != flow.sinks.end())
            draft_.text.fail(at, fmt::format("a second flow from {} to {}; the first one: {}",
                                             to_string(flow.source), to_string(sink),
                                             draft_.text.place(flow.origin)));
        flow.sinks.push_back(sink);
    }

    void refuse_mask(const ir::Operation& operation) {
        const auto mask = draft_.fields(operation).integer("mask", 0, kMaxCount);
        draft_.unsupported(operation.at,
                           fmt::format("a packet flow of all ids under mask {}; allowed: a flow "
                                       "for each id",
                                       mask));
    }

    void read_packet_flow(const ir::Operation& operation) {
        const std::optional<int> found = packet_id_of(draft_, operation);
        if (!found) return refuse_mask(operation);
        const int id = *found;
        const bool keeps = draft_.fields(operation).flag("keep_pkt_header");
        if (operation.regions.empty()) return;
        if (carries_tokens(draft_, operation)) return draft_.safe(operation.at, kFromControl);
        std::vector<Port> sources;
        std::vector<Port> sinks;
        for (const ir::Operation& inner : operation.regions.front().operations()) {
            const bool source = inner.is("aie.packet_source");
            if (!source && !inner.is("aie.packet_dest")) continue;
            const ir::Fields fields = draft_.fields(inner);
            const auto port = end_of(fields, source ? PortSide::Slave : PortSide::Master, "tile",
                                     "bundle", "channel");
            if (!port) return;
            if (port->bundle == Bundle::Plio) {
                draft_.unsupported(inner.at, "packets from or to PLIO. Use aie.flow");
                return;
            }
            (source ? sources : sinks).push_back(*port);
        }
        const bool control = std::ranges::any_of(sinks, is_control);
        if (control && !std::ranges::all_of(sinks, is_control))
            return draft_.unsupported(operation.at,
                                      "one packet flow goes to DMA channels and to TileControl. "
                                      "Use a packet flow for each");
        for (const Port& source : sources) {
            if (fixed_.have_packets()) fixed_.require_route(operation.at, source, id, sinks);
            if (fixed_.have_packets() || fixed_.begin_at(source)) continue;
            if (control && !packet_ids(draft_, source).contains(id)) {
                draft_.safe(operation.at, kIdleControl);
                continue;
            }
            if (!is_control(source) && !sends(source)) {
                draft_.safe(operation.at, idle_trace(draft_));
                draft_.idle_sinks.insert(sinks.begin(), sinks.end());
                continue;
            }
            Flow& flow = (is_control(source) ? answers_ : open_)[{source, id}];
            flow.source = source;
            flow.mode = FlowMode::Packet;
            flow.packet_id = id;
            flow.keep_header = keeps;
            if (flow.sinks.empty()) flow.origin = operation.at;
            for (const Port& sink : sinks)
                add_sink(flow, sink, operation.at);
        }
    }

    /// Trace units that are not started send nothing.
    [[nodiscard]] bool sends(const Port& source) {
        return source.bundle != Bundle::Trace || !packet_ids(draft_, source).empty();
    }

    void finish() {
        for (RoutedFlow& routed : fixed_.take()) {
            if (routed.flow.name.empty()) name(routed.flow);
            draft_.schedule.flows.push_back(std::move(routed.flow));
            draft_.schedule.routes.push_back(std::move(routed.route));
        }
        for (auto& [key, flow] : open_) {
            name(flow);
            draft_.schedule.flows.push_back(std::move(flow));
        }
        find_headers_in_data(draft_);
        for (const Flow& flow : draft_.schedule.flows)
            require_headers(flow);
    }

    void require_headers(const Flow& flow) const {
        const auto by_header = [&](const Port& port) { return takes_out_of_order(draft_, port); };
        if (!flow.keep_header && flow.mode == FlowMode::Packet &&
            std::ranges::any_of(flow.sinks, by_header))
            draft_.unsupported(flow.origin,
                               "packets reach an out-of-order channel without the header that "
                               "names their BD. Set keep_pkt_header = true");
    }

    void name(Flow& flow) {
        std::string name = name_of_end(draft_, flow.source);
        if (draft_.device.kind(flow.source.tile) != arch::TileKind::Shim)
            for (const Port& sink : flow.sinks)
                if (draft_.device.kind(sink.tile) == arch::TileKind::Shim)
                    name = name_of_end(draft_, sink);
        flow.name = name;
        if (flow.mode == FlowMode::Packet) flow.name += fmt::format(" packet {}", flow.packet_id);
    }

    Draft& draft_;
    const ArgumentFiles& files_;
    FixedStreams fixed_;
    using Flows = std::map<std::pair<Port, int>, Flow>;  ///< by source and packet id
    Flows open_;                                         ///< flows without routes
    Flows answers_;  ///< flows from control ports, until a read is known that they answer
};

}  // namespace

void read_flows(Draft& draft, const ir::Region& device, const ArgumentFiles& files) {
    FlowReader{draft, files}.read(device);
    finish_trace(draft);
    note_short_bursts(draft);
    note_loose_ends(draft);
}

}  // namespace xdnasim::design
