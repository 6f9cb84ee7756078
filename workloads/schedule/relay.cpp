#include "workloads/schedule/relay.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "workloads/schedule/bd_ring.hpp"

namespace xdnasim::schedule {

using arch::Bytes;
using arch::Direction;

namespace {

constexpr int kRings = 2;  ///< of a relay: in and out

std::vector<BufferRef> place_objects(TileProgram& program, const Relay& relay) {
    std::vector<BufferRef> placed;
    for (int i = 0; i < relay.depth; ++i) {
        const Bytes end = program.buffers.empty()
                              ? Bytes{}
                              : program.buffers.back().address + program.buffers.back().size;
        placed.push_back({program.tile, static_cast<int>(program.buffers.size())});
        program.buffers.push_back({fmt::format("{}{}", relay.name, i), end, relay.object});
    }
    return placed;
}

}  // namespace

int most_relay_depth(const arch::Device& device) {
    return std::min(device.mem_tile.dma.bds / kMostRelays / kRings, device.mem_tile.max_lock_value);
}

TileProgram relay_program(arch::TileId mem_tile, const std::vector<Relay>& relays,
                          const arch::Device& device) {
    TileProgram program;
    program.tile = mem_tile;
    int channel = 0;
    for (const Relay& relay : relays) {
        const LockRef empty{mem_tile, kRings * channel};
        const LockRef full{mem_tile, empty.id + 1};
        program.locks.push_back({empty.id, relay.name + " empty", relay.depth, LockRole::Free});
        program.locks.push_back({full.id, relay.name + " full", 0, LockRole::Filled});
        const std::vector<BufferRef> objects = place_objects(program, relay);
        const int first_bd = channel * device.mem_tile.dma.bds / kMostRelays;
        run_ring(program, Direction::S2MM, channel,
                 ring(first_bd, objects, relay.object, {}, empty, full));
        run_ring(program, Direction::MM2S, channel,
                 ring(first_bd + relay.depth, objects, relay.object, {}, full, empty));
        ++channel;
    }
    return program;
}

}  // namespace xdnasim::schedule
