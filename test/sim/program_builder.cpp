#include "test/sim/program_builder.hpp"

#include <utility>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "sim/simulation_context.hpp"
#include "workloads/routing/router.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::sim::test {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using schedule::BufferRef;
using schedule::CoreOp;

schedule::TileProgram& ProgramBuilder::tile(TileId tile) {
    schedule::TileProgram& program = tiles_[tile];
    program.tile = tile;
    return program;
}

BufferRef ProgramBuilder::buffer(TileId tile, Bytes size, const schedule::Content& content) {
    std::vector<schedule::Buffer>& buffers = this->tile(tile).buffers;
    const int index = static_cast<int>(buffers.size());
    const Bytes address = buffers.empty() ? Bytes{0} : buffers.back().address + buffers.back().size;
    buffers.push_back({fmt::format("b{}", index), address, size});
    if (!content.empty())
        buffers.back().content = std::make_shared<const schedule::Content>(content);
    return {tile, index};
}

schedule::LockRef ProgramBuilder::lock(TileId tile, int initial, schedule::LockRole role) {
    std::vector<schedule::Lock>& locks = this->tile(tile).locks;
    const int id = static_cast<int>(locks.size());
    locks.push_back({id, fmt::format("l{}", id), initial, role});
    return {tile, id};
}

Fifo ProgramBuilder::fifo(TileId tile, int depth, Bytes size) {
    Fifo made;
    made.size = size;
    for (int i = 0; i < depth; ++i)
        made.buffers.push_back(buffer(tile, size));
    made.free = lock(tile, depth, schedule::LockRole::Free);
    made.full = lock(tile, 0, schedule::LockRole::Filled);
    return made;
}

schedule::KernelRef ProgramBuilder::kernel(kernels::Kernel kernel) {
    schedule.kernels.push_back(std::move(kernel));
    return {static_cast<int>(schedule.kernels.size()) - 1};
}

schedule::KernelRef ProgramBuilder::external(std::int64_t cycles, kernels::CascadeWords words) {
    return kernel({fmt::format("k{}", schedule.kernels.size()), kernels::External{{}, words},
                   arch::Cycles{cycles}, true});
}

void ProgramBuilder::ring(const Fifo& fifo, Direction direction, int channel) {
    schedule::TileProgram& program = tile(fifo.buffers.front().tile);
    const bool fills = direction == Direction::S2MM;
    schedule::run_ring(
        program, direction, channel,
        schedule::ring(static_cast<int>(program.bds.size()), fifo.buffers, fifo.size, {},
                       fills ? fifo.free : fifo.full, fills ? fifo.full : fifo.free));
}

void ProgramBuilder::port(const std::string& name, const arch::Port& port, const Frames& frames) {
    schedule::PlPort added;
    added.name = name;
    added.port = port;
    added.width = frames.width;
    added.buffer = {static_cast<int>(schedule.host_buffers.size())};
    added.frame = frames.frame;
    added.frames = frames.count;
    added.interval = frames.interval;
    schedule.host_buffers.push_back({name, added.total()});
    schedule.pl.ports.push_back(std::move(added));
}

void ProgramBuilder::input(const std::string& name, int column, int channel, const Fifo& to,
                           int s2mm, const Frames& frames) {
    const arch::Port source{{column, 0}, arch::PortSide::Slave, arch::Bundle::Plio, channel};
    port(name, source, frames);
    const TileId tile = to.buffers.front().tile;
    schedule.flows.push_back({name, source, {arch::dma_port(tile, Direction::S2MM, s2mm)}});
    ring(to, Direction::S2MM, s2mm);
}

void ProgramBuilder::output(const std::string& name, int column, int channel, const Fifo& from,
                            int mm2s, const Frames& frames) {
    const arch::Port sink{{column, 0}, arch::PortSide::Master, arch::Bundle::Plio, channel};
    port(name, sink, frames);
    const TileId tile = from.buffers.front().tile;
    schedule.flows.push_back({name, arch::dma_port(tile, Direction::MM2S, mm2s), {sink}});
    ring(from, Direction::MM2S, mm2s);
}

void ProgramBuilder::compute(TileId core, const Fifo& in, const Fifo& out, std::int64_t cycles) {
    program(core, {loop(std::nullopt, {acquire(in.full), acquire(out.free), call(external(cycles)),
                                       release(in.free), release(out.full)})});
}

void ProgramBuilder::stream(const Fifo& from, const Fifo& to, int channel) {
    const TileId source = from.buffers.front().tile;
    const TileId sink = to.buffers.front().tile;
    schedule.flows.push_back({fmt::format("{} to {}", to_string(source), to_string(sink)),
                              arch::dma_port(source, Direction::MM2S, channel),
                              {arch::dma_port(sink, Direction::S2MM, channel)}});
    ring(from, Direction::MM2S, channel);
    ring(to, Direction::S2MM, channel);
}

schedule::Schedule ProgramBuilder::finish() {
    schedule::Schedule finished = schedule;
    finished.device = device_.name;
    for (const auto& [id, program] : tiles_)
        finished.tiles.push_back(program);
    const arch::RoutingGraph graph{device_};
    finished.routes = routing::route(finished.flows, graph);
    return finished;
}

CoreOp acquire(schedule::LockRef lock) {
    return {schedule::Acquire{lock}};
}

CoreOp release(schedule::LockRef lock) {
    return {schedule::Release{lock}};
}

CoreOp call(schedule::KernelRef kernel, std::vector<schedule::BufferSlice> arguments) {
    return {schedule::Call{kernel, std::move(arguments)}};
}

CoreOp loop(std::optional<std::int64_t> count, schedule::CoreBody body) {
    return {schedule::Loop{count, std::move(body)}};
}

std::int64_t ProgramRun::time(TileId core, events::CoreState state) const {
    std::int64_t sum = 0;
    for (const events::CoreInterval& interval : recorder.core)
        if (interval.tile == core && interval.state == state)
            sum += (interval.end - interval.begin).count();
    return sum;
}

ProgramRun run_program(const schedule::Schedule& schedule, const arch::Device& device,
                       HostMemory* host) {
    ProgramRun result;
    const SimulationContext context;
    Environment environment{device};
    Dram dram{"dram", environment};
    NpuArray array{schedule, environment, dram, host};
    array.add_listener(result.recorder);
    result.cycles = array.run();
    for (const auto& port : array.pl_ports())
        result.ports[port->program().name] = {port->first_word().value_or(arch::Cycles{-1}),
                                              port->frame_ends()};
    return result;
}

HostMemory host_memory(const schedule::Schedule& schedule) {
    HostMemory host;
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        host.emplace_back(static_cast<std::size_t>(buffer.size.count()));
    return host;
}

}  // namespace xdnasim::sim::test
