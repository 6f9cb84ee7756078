#include "test/workloads/schedule/example_schedule.hpp"

#include <utility>

#include "arch/routing_graph.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::schedule::test {

namespace {

using arch::Bytes;
using arch::Direction;
using arch::TileId;

constexpr int kDepth = 2;  ///< number of buffers of a stage

/// Ids of a tile's locks, which count the free and the full buffers on the way in and on the way
/// out.
enum LockId { kInFree, kInFull, kOutFree, kOutFull };

/// Adds the buffers in0, in1, out0 and out1, one after the other behind the stack, and the locks.
void add_buffers_and_locks(TileProgram& program, Bytes object) {
    Bytes address = program.stack;
    for (const char* name : {"in0", "in1", "out0", "out1"}) {
        program.buffers.push_back({name, address, object});
        address += object;
    }
    program.locks = {{kInFree, "in free", kDepth},
                     {kInFull, "in full", 0},
                     {kOutFree, "out free", kDepth},
                     {kOutFull, "out full", 0}};
}

struct Ring {
    Direction direction;
    int channel;
    int first_bd;
    int first_buffer;
    LockId acquire, release;
};

void add_ring(TileProgram& program, const Ring& ring, Bytes object) {
    for (int i = 0; i < kDepth; ++i) {
        Bd bd;
        bd.id = ring.first_bd + i;
        bd.buffer = BufferRef{program.tile, ring.first_buffer + i};
        bd.length = object;
        bd.acquire = Acquire{.lock = {program.tile, ring.acquire}};
        bd.release = Release{.lock = {program.tile, ring.release}};
        bd.next = ring.first_bd + (i + 1) % kDepth;
        program.bds.push_back(bd);
    }
    program.channels.push_back({ring.direction, ring.channel, {{.bd = ring.first_bd}}});
}

TileProgram mem_program(TileId tile, const arch::Device& device, Bytes object) {
    TileProgram program;
    program.tile = tile;
    add_buffers_and_locks(program, object);
    const int odd = device.mem_tile.dma.bds / 2;  // first BD of the half that odd channels use
    add_ring(program, {Direction::S2MM, 0, 0, 0, kInFree, kInFull}, object);
    add_ring(program, {Direction::MM2S, 0, 2, 0, kInFull, kInFree}, object);
    add_ring(program, {Direction::S2MM, 1, odd, 2, kOutFree, kOutFull}, object);
    add_ring(program, {Direction::MM2S, 1, odd + 2, 2, kOutFull, kOutFree}, object);
    return program;
}

/// A round of the core's program: copies each buffer in `i` to out `i`.
CoreBody core_body(TileId tile, Bytes object) {
    CoreBody round;
    for (int i = 0; i < kDepth; ++i) {
        const BufferSlice from{{tile, i}, Bytes{}, object};
        const BufferSlice to{{tile, kDepth + i}, Bytes{}, object};
        round.push_back({Acquire{.lock = {tile, kInFull}}});
        round.push_back({Acquire{.lock = {tile, kOutFree}}});
        round.push_back({Call{.kernel = {0}, .arguments = {from, to}}});
        round.push_back({Release{.lock = {tile, kInFree}}});
        round.push_back({Release{.lock = {tile, kOutFull}}});
    }
    return {{Loop{.count = std::nullopt, .body = std::move(round)}}};
}

TileProgram core_program(TileId tile, const arch::Device& device, Bytes object) {
    TileProgram program;
    program.tile = tile;
    program.stack = device.core_stack;
    add_buffers_and_locks(program, object);
    add_ring(program, {Direction::S2MM, 0, 0, 0, kInFree, kInFull}, object);
    add_ring(program, {Direction::MM2S, 0, 2, 2, kOutFull, kOutFree}, object);
    program.core = core_body(tile, object);
    return program;
}

std::vector<Flow> flows(TileId shim, TileId mem, TileId core) {
    const auto flow = [](const char* name, TileId from, int mm2s, TileId to, int s2mm) {
        Flow made;
        made.name = name;
        made.source = arch::dma_port(from, Direction::MM2S, mm2s);
        made.sinks = {arch::dma_port(to, Direction::S2MM, s2mm)};
        return made;
    };
    return {flow("in", shim, 0, mem, 0), flow("to core", mem, 0, core, 0),
            flow("from core", core, 0, mem, 1), flow("out", mem, 1, shim, 0)};
}

void add_transfer(std::vector<SequenceOp>& sequence, TileId shim, Direction direction, int id,
                  Bytes size) {
    WriteBd write;
    write.tile = shim;
    write.bd.buffer = HostBufferRef{id};
    write.bd.length = size;
    write.id.base = id;
    PushTask push;
    push.tile = shim;
    push.direction = direction;
    push.bd.base = id;
    push.token = direction == Direction::S2MM;
    sequence.push_back({write});
    sequence.push_back({push});
}

}  // namespace

Schedule copy_chain(const arch::Device& device, const CopyChain& chain) {
    const TileId shim{chain.column, 0};
    const TileId mem{chain.column, 1};
    const TileId core{chain.column, device.first_core_row()};
    const Bytes size = chain.object * chain.objects;

    Schedule schedule;
    schedule.device = device.name;
    schedule.kernels = {{"copy", kernels::Copy{chain.object}, std::nullopt}};
    schedule.tiles = {mem_program(mem, device, chain.object),
                      core_program(core, device, chain.object)};
    schedule.flows = flows(shim, mem, core);
    schedule.routes = routing::route(schedule.flows, arch::RoutingGraph{device});
    schedule.host_buffers = {{"in", size}, {"out", size}};
    add_transfer(schedule.sequence, shim, Direction::MM2S, 0, size);
    add_transfer(schedule.sequence, shim, Direction::S2MM, 1, size);
    schedule.sequence.push_back({AwaitToken{shim, Direction::S2MM, 0}});
    return schedule;
}

}  // namespace xdnasim::schedule::test
