#include <algorithm>

#include <fmt/format.h>

#include "workloads/elementwise/elementwise_parts.hpp"
#include "workloads/schedule/aligned.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::elementwise {

using arch::Bytes;
using arch::Direction;
using schedule::Acquire;
using schedule::BufferRef;
using schedule::CoreBody;
using schedule::LockRole;
using schedule::Release;

kernels::Kernel kernel_of(const ElementwiseDesign& design) {
    const KernelChoice& choice = design.kernel;
    kernels::Kernel kernel{choice.name, kernels::Copy{design.object}, choice.cycles_per_call,
                           choice.inlined};
    switch (choice.kind) {
        case KernelKind::Copy:
            break;
        case KernelKind::AddOne:
            kernel.work = kernels::AddOne{design.object, choice.type};
            break;
        case KernelKind::Scale:
            kernel.work = kernels::Scale{design.object, choice.type, choice.factor};
            break;
    }
    return kernel;
}

namespace {

// Lock ids of a core.
enum Lock : int { kInEmpty, kInFull, kOutEmpty, kOutFull };

constexpr int kChannel = 0;  ///< number of the channel in each direction

/// Aligned for vector accesses.
Bytes aligned(Bytes address, const arch::Device& device) {
    return schedule::aligned(address, device.core.slots.load_size());
}

std::optional<std::vector<Bytes>> place_in_turn(Bytes object, int count,
                                                const arch::Device& device) {
    std::vector<Bytes> placed;
    Bytes next = aligned(device.core_stack, device);
    for (int i = 0; i < count; ++i) {
        if (next + object > device.comp_tile.memory) return std::nullopt;
        placed.push_back(next);
        next = aligned(next + object, device);
    }
    return placed;
}

std::optional<std::vector<Bytes>> place_round_banks(Bytes object, int count,
                                                    const arch::Device& device) {
    // The two banks of a pair are interleaved, so that a buffer lies in both.
    const Bytes size = device.core.banks.size * std::int64_t{arch::kBanksOfAPair};
    std::vector<Bytes> next;
    for (Bytes begin{}; begin + size <= device.comp_tile.memory; begin += size)
        next.push_back(aligned(std::max(begin, device.core_stack), device));
    std::vector<Bytes> placed;
    std::size_t bank = 0;
    for (int i = 0; i < count; ++i) {
        const auto has_room = [&] {
            return next[bank] + object <= size * static_cast<std::int64_t>(bank + 1);
        };
        for (std::size_t tried = 0; tried < next.size() && !has_room(); ++tried)
            bank = (bank + 1) % next.size();
        if (next.empty() || !has_room()) return std::nullopt;
        placed.push_back(next[bank]);
        next[bank] = aligned(next[bank] + object, device);
        bank = (bank + 1) % next.size();
    }
    return placed;
}

/// One turn of the loop, with one object of each FIFO.
CoreBody turn(const ElementwiseDesign& design, int index) {
    const arch::TileId tile = design.core;
    const BufferRef in{tile, index};
    const BufferRef out{tile, design.depth + index};
    return {
        {Acquire{{tile, kInFull}}},
        {Acquire{{tile, kOutEmpty}}},
        {schedule::Call{kKernel, {{in, Bytes{}, design.object}, {out, Bytes{}, design.object}}}},
        {Release{{tile, kInEmpty}}},
        {Release{{tile, kOutFull}}}};
}

CoreBody body_of(const ElementwiseDesign& design) {
    CoreBody round;
    for (int i = 0; i < design.depth; ++i) {
        const CoreBody next = turn(design, i);
        round.insert(round.end(), next.begin(), next.end());
    }
    return {{schedule::Loop{std::nullopt, std::move(round)}}};
}

/// A ring over the objects of a FIFO, with BD ids from `first` on.
void run_fifo(schedule::TileProgram& program, const ElementwiseDesign& design, Direction direction,
              int first, Lock acquire, Lock release) {
    std::vector<BufferRef> objects;
    for (int i = 0; i < design.depth; ++i)
        objects.push_back({program.tile, first + i});
    run_ring(program, direction, kChannel,
             schedule::ring(first, objects, design.object, {}, {program.tile, acquire},
                            {program.tile, release}));
}

}  // namespace

int max_depth(const arch::Device& device) {
    return std::min(device.comp_tile.dma.bds / kFifos, device.comp_tile.max_lock_value);
}

Bytes room_in_core(const arch::Device& device) {
    return device.comp_tile.memory - device.core_stack;
}

std::optional<std::vector<Bytes>> place_in_core(const ElementwiseDesign& design,
                                                const arch::Device& device) {
    const int count = kFifos * design.depth;
    auto placed = place_round_banks(design.object, count, device);
    return placed ? placed : place_in_turn(design.object, count, device);
}

schedule::TileProgram core_program(const ElementwiseDesign& design, const arch::Device& device) {
    schedule::TileProgram program;
    program.tile = design.core;
    program.stack = device.core_stack;
    const std::vector<Bytes> addresses = place_in_core(design, device).value();
    int number = 0;
    for (const char* name : {"in", "out"})
        for (int i = 0; i < design.depth; ++i, ++number)
            program.buffers.push_back({fmt::format("{}{}", name, i),
                                       addresses[static_cast<std::size_t>(number)], design.object});
    program.locks = {{kInEmpty, "in empty", design.depth, LockRole::Free},
                     {kInFull, "in full", 0, LockRole::Filled},
                     {kOutEmpty, "out empty", design.depth, LockRole::Free},
                     {kOutFull, "out full", 0, LockRole::Filled}};
    run_fifo(program, design, Direction::S2MM, 0, kInEmpty, kInFull);
    run_fifo(program, design, Direction::MM2S, design.depth, kOutFull, kOutEmpty);
    program.core = body_of(design);
    return program;
}

}  // namespace xdnasim::elementwise
