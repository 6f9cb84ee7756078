#include "workloads/elementwise/elementwise_parts.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::elementwise {

using arch::Direction;
using arch::TileId;
using schedule::Schedule;
using schedule::SequenceOp;

namespace {

// Channels: 0 in shim and core; in a mem tile the numbers of its relays.
enum RelayIndex : int { kRelayIn = 0, kRelayOut = 1 };

schedule::Flow flow(std::string name, TileId from, int mm2s, TileId to, int s2mm) {
    return {std::move(name),
            dma_port(from, Direction::MM2S, mm2s),
            {dma_port(to, Direction::S2MM, s2mm)},
            schedule::FlowMode::Circuit,
            0};
}

std::vector<schedule::Flow> flows(TileId shim, TileId core) {
    return {flow("in", shim, 0, core, 0), flow("out", core, 0, shim, 0)};
}

std::vector<schedule::Flow> flows(TileId shim, TileId mem_tile, TileId core) {
    return {flow("in L3-L2", shim, 0, mem_tile, kRelayIn),
            flow("in L2-L1", mem_tile, kRelayIn, core, 0),
            flow("out L1-L2", core, 0, mem_tile, kRelayOut),
            flow("out L2-L3", mem_tile, kRelayOut, shim, 0)};
}

/// One task with all objects in each direction; the token of the output shows that all are back.
std::vector<SequenceOp> runtime_sequence(TileId shim, arch::Bytes size) {
    std::vector<SequenceOp> sequence;
    const auto move = [&](Direction direction, HostBufferIndex buffer) {
        schedule::Bd bd;
        bd.buffer = schedule::HostBufferRef{buffer};
        bd.length = size;
        sequence.push_back({schedule::WriteBd{shim, std::move(bd), {buffer, {}}, {}}});
        sequence.push_back({schedule::PushTask{
            shim, direction, 0, {buffer, {}}, 0, direction == Direction::S2MM}});
    };
    move(Direction::S2MM, kHostOut);
    move(Direction::MM2S, kHostIn);
    sequence.push_back({schedule::AwaitToken{shim, Direction::S2MM, 0}});
    return sequence;
}

}  // namespace

Schedule program_of(const ElementwiseDesign& design, const arch::Device& device) {
    const TileId shim = device.shim_at(design.core.column);
    Schedule schedule;
    schedule.kernels = {kernel_of(design)};
    schedule.tiles.emplace_back().tile = shim;
    if (design.mem_tile_object) {
        const TileId mem_tile = device.mem_tile_at(design.core.column);
        const arch::Bytes object = *design.mem_tile_object;
        schedule.tiles.push_back(schedule::relay_program(
            mem_tile, {{"in", object, design.depth}, {"out", object, design.depth}}, device));
        schedule.flows = flows(shim, mem_tile, design.core);
    } else {
        schedule.flows = flows(shim, design.core);
    }
    schedule.tiles.push_back(core_program(design, device));
    schedule.host_buffers = {{"in", design.size()}, {"out", design.size()}};
    schedule.sequence = runtime_sequence(shim, design.size());
    return schedule;
}

}  // namespace xdnasim::elementwise
