#include "workloads/schedule/patterns.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::schedule {

std::vector<Bd> ring(int first, const std::vector<BufferRef>& buffers, arch::Bytes length,
                     const std::vector<Dimension>& dimensions, LockRef acquire, LockRef release) {
    std::vector<Bd> bds;
    const int count = static_cast<int>(buffers.size());
    for (int i = 0; i < count; ++i) {
        Bd bd;
        bd.id = first + i;
        bd.buffer = buffers[static_cast<std::size_t>(i)];
        bd.length = length;
        bd.dimensions = dimensions;
        bd.acquire = Acquire{acquire};
        bd.release = Release{release};
        bd.next = first + (i + 1) % count;
        bds.push_back(std::move(bd));
    }
    return bds;
}

void run_ring(TileProgram& program, arch::Direction direction, int channel,
              const std::vector<Bd>& ring) {
    program.channels.push_back({direction, channel, {{ring.front().id, 0, false}}});
    program.bds.insert(program.bds.end(), ring.begin(), ring.end());
}

namespace {

void add_to(std::int64_t& sum, std::int64_t times, std::int64_t value = 1) {
    sum = base::saturating_add(sum, base::saturating_multiply(times, value));
}

}  // namespace

void LockUse::add(const Acquire& acquire, std::int64_t times) {
    add_to(acquires, times);
    add_to(acquired, times, acquire.takes());
}

void LockUse::add(const Release& release, std::int64_t times) {
    add_to(releases, times);
    add_to(released, times, release.value);
}

std::int64_t CoreRound::all_calls() const {
    std::int64_t sum = 0;
    for (const auto& [kernel, times] : calls)
        add_to(sum, times);
    return sum;
}

std::int64_t CoreRound::lock_operations() const {
    std::int64_t sum = 0;
    for (const auto& [lock, use] : locks) {
        add_to(sum, use.acquires);
        add_to(sum, use.releases);
    }
    return sum;
}

CoreRound count_operations(const CoreBody& body) {
    CoreRound round;
    for_each_operation<Call>(body, [&](const Call& call, std::int64_t times) {
        add_to(round.calls[call.kernel], times);
    });
    for_each_operation<Acquire>(body, [&](const Acquire& acquire, std::int64_t times) {
        round.locks[acquire.lock].add(acquire, times);
    });
    for_each_operation<Release>(body, [&](const Release& release, std::int64_t times) {
        round.locks[release.lock].add(release, times);
    });
    return round;
}

std::optional<CoreRound> core_round(const TileProgram& program) {
    if (program.core.empty()) return std::nullopt;
    const auto* loop = std::get_if<Loop>(&program.core.back().op);
    if (loop == nullptr || loop->count) return std::nullopt;
    return count_operations(loop->body);
}

using arch::Bytes;
using arch::Direction;

namespace {

constexpr int kRings = 2;  ///< rings of a relay: one in, one out

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

int max_relay_depth(const arch::Device& device) {
    return std::min(device.mem_tile.dma.bds / kMaxRelays / kRings, device.mem_tile.max_lock_value);
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
        const int first_bd = channel * device.mem_tile.dma.bds / kMaxRelays;
        run_ring(program, Direction::S2MM, channel,
                 ring(first_bd, objects, relay.object, {}, empty, full));
        run_ring(program, Direction::MM2S, channel,
                 ring(first_bd + relay.depth, objects, relay.object, {}, full, empty));
        ++channel;
    }
    return program;
}

}  // namespace xdnasim::schedule
