#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/placed/placed_parts.hpp"
#include "workloads/schedule/aligned.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::placed {

using arch::Bytes;
using arch::Direction;
using schedule::Bd;
using schedule::BufferRef;
using schedule::LockRole;

TileBuilder::TileBuilder(const arch::Device& device, arch::TileId tile)
    : device_{device},
      bds_taken_(static_cast<std::size_t>(device.model(tile).dma.bds)),
      mm2s_taken_(static_cast<std::size_t>(device.model(tile).dma.mm2s_channels)),
      s2mm_taken_(static_cast<std::size_t>(device.model(tile).dma.s2mm_channels)) {
    program_.tile = tile;
    if (device.kind(tile) != arch::TileKind::CompTile) return;
    // Place and route uses all memory that the stack leaves, so the counter takes its room from the
    // stack.
    const Bytes counter = schedule::aligned(kernels::kFiringCounter, Bytes{32});
    if (device.core_stack < counter)
        throw schedule::MappingError{
            "netlist", fmt::format("core.stack of {} is {}; a netlist needs at least {}, in which "
                                   "each core counts its firings",
                                   device.name, base::counted(device.core_stack.count(), "byte"),
                                   counter.count())};
    program_.stack = device.core_stack - counter;
    program_.buffers.push_back({"firings", program_.stack, kernels::kFiringCounter});
}

std::vector<BufferRef> TileBuilder::add_buffers(const std::string& name, int count, Bytes size) {
    std::vector<BufferRef> added;
    for (int i = 0; i < count; ++i) {
        added.push_back({tile(), static_cast<int>(program_.buffers.size())});
        program_.buffers.push_back({fmt::format("{} [{}]", name, i), Bytes{}, size});
    }
    return added;
}

ObjectBuffers TileBuilder::guard(std::vector<BufferRef> buffers, const std::string& name,
                                 int tokens) {
    const auto add = [&](const char* what, int initial, LockRole role) {
        const int id = static_cast<int>(program_.locks.size());
        program_.locks.push_back({id, fmt::format("{} {}", name, what), initial, role});
        return schedule::LockRef{tile(), id};
    };
    ObjectBuffers guarded{std::move(buffers), {}, {}};
    guarded.free = add("empty", guarded.count() - tokens, LockRole::Free);
    guarded.filled = add("full", tokens, LockRole::Filled);
    return guarded;
}

arch::BdRange TileBuilder::bds_of(int channel) const {
    return device_.model(tile()).dma.bds_of(channel);
}

int TileBuilder::free_bds_of(int channel) const {
    const arch::BdRange own = bds_of(channel);
    return static_cast<int>(
        std::count(bds_taken_.begin() + own.first, bds_taken_.begin() + own.end, false));
}

int TileBuilder::take_channel(Direction direction, int bds, const std::string& what) {
    std::vector<bool>& taken = direction == Direction::MM2S ? mm2s_taken_ : s2mm_taken_;
    std::optional<int> best;
    for (int channel = 0; channel < static_cast<int>(taken.size()); ++channel)
        if (!taken[static_cast<std::size_t>(channel)] &&
            (!best || free_bds_of(channel) > free_bds_of(*best)))
            best = channel;
    if (!best)
        throw schedule::MappingError{
            "netlist",
            fmt::format("{}: no {} channel is left for {}, of {}", device_.name_of(tile()),
                        to_string(direction), what, taken.size())};
    if (free_bds_of(*best) < bds)
        throw schedule::MappingError{
            "netlist",
            fmt::format("{}: {} needs {} of a channel, but only {} are left; allowed: nets with "
                        "fewer objects",
                        device_.name_of(tile()), what, base::counted(bds, "BD"),
                        free_bds_of(*best))};
    taken[static_cast<std::size_t>(*best)] = true;
    return *best;
}

int TileBuilder::free_channels(Direction direction) const {
    return static_cast<int>(
        std::ranges::count(direction == Direction::MM2S ? mm2s_taken_ : s2mm_taken_, false));
}

int TileBuilder::take_bd(int channel) {
    const arch::BdRange own = bds_of(channel);
    const auto free =
        std::find(bds_taken_.begin() + own.first, bds_taken_.begin() + own.end, false);
    *free = true;
    return static_cast<int>(free - bds_taken_.begin());
}

void TileBuilder::run_ring(Direction direction, int channel, std::vector<Bd> bds) {
    for (Bd& bd : bds)
        bd.id = take_bd(channel);
    for (std::size_t i = 0; i < bds.size(); ++i)
        bds[i].next = bds[(i + 1) % bds.size()].id;
    program_.channels.push_back({direction, channel, {{bds.front().id, 0, false}}});
    program_.bds.insert(program_.bds.end(), bds.begin(), bds.end());
}

std::vector<int> TileBuilder::run_out_of_order(int channel, std::vector<Bd> bds) {
    std::vector<int> ids;
    for (Bd& bd : bds) {
        bd.id = take_bd(channel);
        ids.push_back(bd.id);
    }
    program_.channels.push_back({Direction::S2MM, channel, {}, true});
    program_.bds.insert(program_.bds.end(), bds.begin(), bds.end());
    return ids;
}

Bytes TileBuilder::set_addresses(Bytes alignment) {
    const bool is_core = device_.kind(tile()) == arch::TileKind::CompTile;
    Bytes next = is_core ? device_.core_stack : Bytes{};
    for (std::size_t i = is_core ? 1 : 0; i < program_.buffers.size(); ++i) {
        program_.buffers[i].address = schedule::aligned(next, alignment);
        next = program_.buffers[i].address + program_.buffers[i].size;
    }
    return next;
}

schedule::TileProgram TileBuilder::finish() && {
    // Aligned for vector accesses if there is room, otherwise to words.
    const Bytes vector = device_.core.slots.load_size();
    const Bytes memory = device_.model(tile()).memory;
    if (set_addresses(vector) <= memory) return std::move(program_);
    if (const Bytes taken = set_addresses(arch::kWord); taken > memory)
        throw schedule::MappingError{
            "netlist",
            fmt::format("{}: its buffers{} take {} bytes, {} more than the {} there are; allowed: "
                        "smaller objects, or fewer of them",
                        device_.name_of(tile()),
                        device_.kind(tile()) == arch::TileKind::CompTile ? " and its stack" : "",
                        base::grouped(taken.count()), base::grouped((taken - memory).count()),
                        base::grouped(memory.count()))};
    return std::move(program_);
}

}  // namespace xdnasim::placed
