#include "sim/npu_array.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/core_code.hpp"
#include "sim/shared_streams.hpp"
#include "sim/trace_unit.hpp"

namespace xdnasim::sim {

using arch::Cycles;

NpuArray::NpuArray(const schedule::Schedule& schedule, Environment& environment, Dram& dram,
                   HostMemory* host)
    : schedule_{schedule},
      environment_{environment},
      dram_{dram},
      kernels_{calls::make_kernel_table(schedule.kernels, environment.device)},
      bank_stalls_{schedule, kernels_, environment.device},
      stream_of_flow_(schedule.flows.size()) {
    if (host != nullptr) {
        memory_ = std::make_unique<MemoryMap>(schedule, environment.device, *host);
        environment_.memory = memory_.get();
    }
    if (schedule.trace) trace_ = std::make_unique<TraceSystem>("trace", environment_, schedule);
    build_tiles();
    build_cascades();
    build_pl();
    build_control_ports();
    build_streams();
    build_command_processor();
    await_ends();
    connect_trace();
}

NpuArray::~NpuArray() = default;

void NpuArray::build_tiles() {
    const std::set<schedule::LockRef> shared = shared_locks(schedule_);
    for (const schedule::TileProgram& program : schedule_.tiles) {
        const arch::TileId id = program.tile;
        const arch::TileKind kind = environment_.device.kind(id);
        std::unique_ptr<Tile>& tile = tiles_[id];
        const auto name = [&](const char* what) {
            return fmt::format("{}_{}_{}", what, id.column, id.row);
        };
        if (kind == arch::TileKind::CompTile) {
            auto core = std::make_unique<CompTile>(name("comp_tile").c_str(), environment_, program,
                                                   lock_banks_, kernels_, bank_stalls_, shared);
            cores_[id] = core.get();
            tile = std::move(core);
        } else if (kind == arch::TileKind::MemTile) {
            tile = std::make_unique<MemTile>(name("mem_tile").c_str(), environment_, program,
                                             lock_banks_);
        } else {
            tile = std::make_unique<ShimTile>(name("shim_tile").c_str(), environment_, program,
                                              lock_banks_);
        }
        lock_banks_[id] = &tile->locks();
    }
}

void NpuArray::build_cascades() {
    std::map<arch::TileId, CascadePorts> ports;
    for (const schedule::CascadeLink& link : schedule_.cascades) {
        cascades_.push_back(std::make_unique<Cascade>(link, environment_));
        ports[link.from].out = cascades_.back().get();
        ports[link.to].in = cascades_.back().get();
    }
    for (const auto& [tile, of_core] : ports)
        if (const auto core = cores_.find(tile); core != cores_.end())
            core->second->core().connect(of_core);
}

void NpuArray::build_pl() {
    if (schedule_.pl.ports.empty()) return;
    const double clock = schedule_.pl.clock_ghz.value_or(environment_.device.pl->clock_ghz);
    for (const schedule::PlPort& port : schedule_.pl.ports)
        pl_ports_.push_back(std::make_unique<PlPort>(
            fmt::format("pl_port_{}", pl_ports_.size()).c_str(), environment_, port, clock));
    for (const auto& port : pl_ports_)
        if (const auto source = port->program().source)
            port->follow(*pl_ports_[static_cast<std::size_t>(*source)]);
}

void NpuArray::build_control_ports() {
    for (const schedule::ControlPort& program : schedule_.control_ports) {
        const std::string name =
            fmt::format("control_port_{}_{}", program.tile.column, program.tile.row);
        control_ports_[program.tile] = std::make_unique<ControlPort>(
            name.c_str(), environment_, program, *lock_banks_.at(program.tile));
    }
}

ControlPort* NpuArray::control_port_at(const arch::Port& port) const {
    return port.bundle == arch::Bundle::TileControl ? control_ports_.at(port.tile).get() : nullptr;
}

PlPort* NpuArray::pl_port_at(const arch::Port& port) const {
    if (port.bundle != arch::Bundle::Plio) return nullptr;
    const auto found = std::ranges::find(
        pl_ports_, port, [](const auto& candidate) { return candidate->program().port; });
    return found->get();
}

void NpuArray::build_streams() {
    for (const std::vector<std::size_t>& flows : flows_by_stream(schedule_))
        build_stream(static_cast<int>(streams_.size()), flows);
}

void NpuArray::build_stream(int number, const std::vector<std::size_t>& flows) {
    const bool packet = schedule_.flows[flows.front()].mode == schedule::FlowMode::Packet;
    const std::string name = fmt::format("stream_{}", number);
    streams_.push_back(std::make_unique<Stream>(name.c_str(), environment_, number, packet));
    std::map<arch::Port, int> sinks;
    const std::set<arch::Port> shared = shared_ports(schedule_, flows);
    for (const std::size_t flow : flows)
        add_flow(*streams_.back(), flow, sinks, shared);
}

void NpuArray::add_flow(Stream& stream, std::size_t flow, std::map<arch::Port, int>& sinks,
                        const std::set<arch::Port>& shared) {
    const schedule::Flow& added = schedule_.flows[flow];
    const schedule::Route& route = schedule_.routes[flow];
    std::vector<int> reached;
    for (std::size_t i = 0; i < added.sinks.size(); ++i) {
        const auto [slot, is_new] = sinks.try_emplace(added.sinks[i], 0);
        if (is_new) slot->second = add_sink(stream, added.sinks[i], route.hops[i]);
        reached.push_back(slot->second);
    }
    add_source(added, stream, std::move(reached), ports_among(shared, added, route));
    stream_of_flow_[flow] = stream.number();
}

int NpuArray::add_sink(Stream& stream, const arch::Port& port, int hops) {
    if (PlPort* const pl = pl_port_at(port)) {
        const int number = stream.add_sink(*pl, hops, environment_.device.pl->fifo_words);
        pl->connect(stream, number, environment_.device.timing.latency_of(hops));
        stream.limit_by(*pl, *pl);
        return number;
    }
    const int beats = environment_.device.timing.ingress_fifo_beats;
    if (ControlPort* const control = control_port_at(port)) {
        const int number = stream.add_sink(*control, hops, beats);
        control->connect(stream, number);
        return number;
    }
    DmaChannel& channel = channel_at(port, stream);
    const int number = stream.add_sink(channel, hops, beats);
    channel.connect(stream, number);
    return number;
}

void NpuArray::add_source(const schedule::Flow& flow, Stream& stream, std::vector<int> sinks,
                          std::vector<arch::Port> ports) {
    if (flow.source.bundle == arch::Bundle::Trace) {
        TraceUnit& unit = trace_->unit_at(flow.source);
        unit.connect(stream,
                     stream.add_source(unit, std::move(sinks), flow.keep_header, std::move(ports)));
        return;
    }
    if (PlPort* const pl = pl_port_at(flow.source)) {
        pl->connect(stream, stream.add_source(*pl, std::move(sinks)), Cycles{0});
        stream.limit_by(*pl, *pl);
        return;
    }
    if (ControlPort* const control = control_port_at(flow.source)) {
        const int number = stream.add_source(control->answers(), std::move(sinks), flow.keep_header,
                                             std::move(ports));
        control->connect_answers(stream, number, flow.packet_id);
        return;
    }
    DmaChannel& channel = channel_at(flow.source, stream);
    std::optional<int> packet_id;
    if (flow.mode == schedule::FlowMode::Packet) packet_id = flow.packet_id;
    const bool kept = schedule_.headers_are_data(flow);
    channel.connect(stream, stream.add_source(channel, std::move(sinks), kept, std::move(ports)),
                    packet_id, kept);
}

void NpuArray::connect_trace() {
    if (!trace_) return;
    trace_->watch({tiles_, streams_, flows_by_stream(schedule_), kernels_});
    environment_.events.add(*trace_);
    command_processor_->on_trace_signal(
        [this](const schedule::SignalTrace& signal) { trace_->signal(signal); });
}

DmaChannel& NpuArray::channel_at(const arch::Port& port, Stream& stream) {
    const arch::Direction direction = arch::direction_of(port.side);
    Tile& tile = *tiles_.at(port.tile);
    if (DmaChannel* known = tile.dma().channel(direction, port.channel)) return *known;
    DmaChannel& added = tile.dma().add_channel(direction, port.channel, tile.dma_latency(direction),
                                               tile.saved_of_dma_latency(direction));
    if (environment_.device.reaches_host(port.tile)) {
        DramChannel& dram = dram_.add_channel(direction);
        stream.limit_by(dram, added);
        added.access_through(dram);
    }
    return added;
}

void NpuArray::build_command_processor() {
    std::map<arch::TileId, TileDma*> dmas;
    for (const auto& [id, tile] : tiles_)
        if (environment_.device.has_dma(id)) dmas[id] = &tile->dma();
    command_processor_ = std::make_unique<CommandProcessor>(
        "command_processor", environment_, schedule_.sequence, std::move(dmas), lock_banks_);
}

}  // namespace xdnasim::sim
