#include "workloads/tracing/add_trace.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "traces/names/event_meaning.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/schedule/mapping_error.hpp"
#include "workloads/tracing/trace_parts.hpp"

namespace xdnasim::tracing {

using arch::Direction;
using arch::Port;
using arch::TileId;
using schedule::MappingError;
using schedule::Schedule;
using schedule::SequenceOp;
using words::Module;

namespace {

/// Ports of the tile's DMA that flows of the design use: those into the DMA, then those out of it.
std::vector<Port> used_ports(const Schedule& schedule, TileId tile) {
    std::set<std::pair<bool, Port>> used;
    const auto add = [&](const Port& port) {
        if (port.tile == tile) used.emplace(port.side == arch::PortSide::Slave, port);
    };
    for (const schedule::Flow& flow : schedule.flows) {
        add(flow.source);
        std::ranges::for_each(flow.sinks, add);
    }
    std::vector<Port> ports;
    std::ranges::transform(used, std::back_inserter(ports),
                           [](const auto& at) { return at.second; });
    ports.resize(std::min(ports.size(), schedule::kMaxWatchedPorts));
    return ports;
}

/// The number of the port that an event refers to; nullopt if it refers to none.
std::optional<int> port_number(Module module, int event, const names::EventNames& event_names) {
    const auto name = event_names.name(module, event);
    const auto meaning = name ? names::meaning(module, *name) : std::nullopt;
    if (!meaning || !names::is_of_port(meaning->signal)) return std::nullopt;
    return meaning->number;
}

class Addition {
 public:
    Addition(Schedule& schedule, const TraceRequest& request, const arch::Device& device)
        : schedule_{schedule},
          request_{request},
          device_{device},
          event_names_{device.generation},
          ids_{schedule} {}

    void run() {
        schedule::Trace trace;
        const bool ideal = request_.route == Route::Ideal;
        trace.route = ideal ? schedule::TraceRoute::Ideal : schedule::TraceRoute::Streams;
        trace.units = units();
        trace.buffer = {static_cast<int>(schedule_.host_buffers.size())};
        schedule_.host_buffers.push_back({"trace", request_.buffer});
        trace.shim = shim();
        if (!ideal) {
            trace.channel = free_channel(trace.shim).value();
            connect(trace);
        }
        add_signals(trace);
        schedule_.trace = std::move(trace);
    }

 private:
    [[nodiscard]] std::vector<schedule::TraceUnit> units() {
        const bool is_default = request_.units.empty();
        const std::vector<UnitRequest> requests =
            is_default ? default_units(schedule_, device_, request_.route) : request_.units;
        std::vector<schedule::TraceUnit> units;
        std::set<words::Unit> seen;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            if (!seen.insert(requests[i].unit).second)
                throw MappingError{fmt::format("trace.units.{}", i),
                                   fmt::format("{} is listed twice. List each unit once",
                                               words::to_string(requests[i].unit))};
            units.push_back(unit(requests[i], is_default ? std::nullopt : std::optional{i}));
        }
        return units;
    }

    /// `number`: index in the request; nullopt: a default unit, whose events without a port are
    /// left out.
    [[nodiscard]] schedule::TraceUnit unit(const UnitRequest& request,
                                           std::optional<std::size_t> number) {
        schedule::TraceUnit unit{.unit = request.unit,
                                 .events = request.events,
                                 .ports = request.ports,
                                 .s2mm = request.s2mm,
                                 .mm2s = request.mm2s};
        // Words that do not travel over streams need no id.
        unit.packet_id = request_.route == Route::Ideal ? 0 : ids_.take();
        // Memory modules have no ports; the ports of their tile belong to the core module.
        const bool has_ports = unit.unit.module != Module::Memory;
        if (unit.ports.empty() && has_ports) unit.ports = used_ports(schedule_, unit.unit.tile);
        for (int& event : unit.events) {
            const auto port = port_number(unit.unit.module, event, event_names_);
            if (!port || static_cast<std::size_t>(*port) < unit.ports.size()) continue;
            if (number)
                throw MappingError{
                    fmt::format("trace.units.{}.events", *number),
                    fmt::format("{}: {} watches {}; allowed: a number below that, or more "
                                "in `ports`",
                                *event_names_.name(unit.unit.module, event),
                                words::to_string(unit.unit),
                                base::counted(std::ssize(unit.ports), "port"))};
            event = 0;
        }
        return unit;
    }

    [[nodiscard]] std::optional<int> free_channel(TileId shim) const {
        for (int channel = device_.shim_tile.dma.s2mm_channels; channel-- > 0;) {
            const Port port = arch::dma_port(shim, Direction::S2MM, channel);
            const bool used = std::ranges::any_of(schedule_.flows, [&](const auto& flow) {
                return std::ranges::find(flow.sinks, port) != flow.sinks.end();
            });
            if (!used) return channel;
        }
        return std::nullopt;
    }
    [[nodiscard]] bool has_room(TileId shim) const {
        return device_.reaches_host(shim) && free_channel(shim) &&
               free_bd(schedule_, shim, device_);
    }

    /// The requested shim, or the first with room; without streams, any.
    [[nodiscard]] TileId shim() {
        if (request_.shim_column) {
            const TileId asked = device_.shim_at(*request_.shim_column);
            if (request_.route != Route::Ideal && !has_room(asked)) fail_without_shim(asked);
            add_program(asked);
            return asked;
        }
        for (const schedule::TileProgram& program : schedule_.tiles) {
            if (device_.kind(program.tile) != arch::TileKind::Shim) continue;
            if (request_.route == Route::Ideal || has_room(program.tile)) return program.tile;
        }
        if (const auto unused = unused_shim()) {
            add_program(*unused);
            return *unused;
        }
        fail_without_shim(std::nullopt);
    }
    /// For a design that uses no shim's DMA: the shim nearest to the first unit.
    [[nodiscard]] std::optional<TileId> unused_shim() const {
        const auto is_shim = [&](const schedule::TileProgram& program) {
            return device_.kind(program.tile) == arch::TileKind::Shim;
        };
        if (std::ranges::any_of(schedule_.tiles, is_shim)) return std::nullopt;
        if (request_.route == Route::Ideal) return device_.shim_at(0);
        const auto distance = [&](int column) {
            return request_.units.empty() ? column
                                          : std::abs(column - request_.units[0].unit.tile.column);
        };
        const std::vector<int> columns = device_.host_columns();
        const auto nearest = std::ranges::min_element(columns, {}, distance);
        return nearest == columns.end() ? std::nullopt : std::optional{device_.shim_at(*nearest)};
    }
    [[noreturn]] static void fail_without_shim(std::optional<TileId> asked) {
        throw MappingError{
            asked ? "trace.shim" : "trace",
            fmt::format(
                "{} no S2MM channel and BD left to write a trace; allowed: {}route: ideal",
                asked ? fmt::format("shim {} has", to_string(*asked)) : "the design's shims have",
                asked ? "another shim, or "
                      : "trace.shim: a column the design does not "
                        "use, or ")};
    }
    void add_program(TileId shim) {
        if (schedule_.find(shim) != nullptr) return;
        schedule::TileProgram program;
        program.tile = shim;
        schedule_.tiles.push_back(std::move(program));
        std::ranges::sort(schedule_.tiles, {}, &schedule::TileProgram::tile);
    }

    void connect(const schedule::Trace& trace) {
        if (request_.route == Route::Share) {
            std::set<TileId> cores;
            for (const schedule::TraceUnit& unit : trace.units)
                if (device_.kind(unit.unit.tile) == arch::TileKind::CompTile)
                    cores.insert(unit.unit.tile);
            send_as_packets(schedule_, cores, ids_);
        }
        const Port sink = arch::dma_port(trace.shim, Direction::S2MM, trace.channel);
        for (const schedule::TraceUnit& unit : trace.units)
            schedule_.flows.push_back({.name = "trace of " + words::to_string(unit.unit),
                                       .source = schedule::trace_port(unit.unit),
                                       .sinks = {sink},
                                       .mode = schedule::FlowMode::Packet,
                                       .packet_id = unit.packet_id,
                                       .keep_header = true});
    }

    void add_signals(const schedule::Trace& trace) {
        std::vector<SequenceOp> start;
        if (trace.route == schedule::TraceRoute::Streams) {
            schedule::Bd bd;
            bd.buffer = trace.buffer;
            bd.length = request_.buffer;
            const int id = free_bd(schedule_, trace.shim, device_).value();
            start.push_back({schedule::WriteBd{trace.shim, std::move(bd), {id, {}}, {}}});
            start.push_back({schedule::PushTask{
                trace.shim, Direction::S2MM, trace.channel, {id, {}}, 0, false}});
        }
        start.push_back({schedule::SignalTrace{trace.shim, schedule::TraceSignal::Start}});
        auto& sequence = schedule_.sequence;
        sequence.insert(sequence.begin(), std::make_move_iterator(start.begin()),
                        std::make_move_iterator(start.end()));
        sequence.push_back({schedule::SignalTrace{trace.shim, schedule::TraceSignal::Stop}});
    }

    Schedule& schedule_;
    const TraceRequest& request_;
    const arch::Device& device_;
    names::EventNames event_names_;
    PacketIds ids_;
};

}  // namespace

void add_trace(Schedule& schedule, const TraceRequest& request, const arch::Device& device) {
    Addition{schedule, request, device}.run();
}

void refuse_without_route(const TraceRequest& request, const schedule::Trace& trace,
                          const base::InputError& error) {
    const bool shared = request.route == Route::Share;
    throw MappingError{
        shared ? "trace.units" : "trace.route",
        fmt::format("the trace has no way to shim {}: {}\nallowed: fewer units, {}or "
                    "route: ideal (words without streams, which no hardware does)",
                    to_string(trace.shim), error.what(),
                    shared ? ""
                           : "route: share (the streams out of traced cores as packets, "
                             "beside those of the trace), ")};
}

}  // namespace xdnasim::tracing
