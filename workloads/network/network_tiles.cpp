#include <algorithm>

#include <fmt/format.h>

#include "workloads/network/network_draft.hpp"
#include "workloads/schedule/aligned.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::network {

using arch::Bytes;
using arch::TileId;
using schedule::TileProgram;

namespace {

/// Alignment of addresses: a vector of 512 bits.
constexpr Bytes kAlignment{64};

}  // namespace

TileProgram& Tiles::at(TileId tile) {
    TileProgram& program = programs_[tile];
    program.tile = tile;
    if (device_.kind(tile) == arch::TileKind::CompTile) program.stack = device_.core_stack;
    return program;
}

std::optional<Bytes> Tiles::room(const TileProgram& program, Bytes size, Use use) const {
    const bool is_core = device_.kind(program.tile) == arch::TileKind::CompTile;
    const Bytes end = (is_core ? device_.comp_tile : device_.mem_tile).memory;
    const auto first_free = [&](Bytes from) -> std::optional<Bytes> {
        Bytes address = schedule::aligned(std::max(from, program.stack), kAlignment);
        for (bool moved = true; moved;) {
            moved = false;
            for (const schedule::Buffer& other : program.buffers)
                if (address < other.address + other.size && other.address < address + size) {
                    address = schedule::aligned(other.address + other.size, kAlignment);
                    moved = true;
                }
        }
        if (address + size > end) return std::nullopt;
        return address;
    };
    // Among a core's pairs of banks, weights may use all but the first and the last.
    const int pairs = std::max(device_.core.banks.count / arch::kBanksOfAPair, 1);
    const int pair = use == Use::Input ? 0 : use == Use::Weights ? 1 : pairs - 1;
    if (const auto address = first_free(end * std::int64_t{pair} / std::int64_t{pairs}))
        return address;
    return first_free(Bytes{});
}

std::optional<schedule::BufferRef> Tiles::buffer(TileId tile, std::string name, Bytes size, Use use,
                                                 std::shared_ptr<const schedule::Content> content) {
    TileProgram& program = at(tile);
    const auto address = room(program, size, use);
    if (!address) return std::nullopt;
    const auto same = [&](const schedule::Buffer& other) { return other.name.starts_with(name); };
    const auto number = std::ranges::count_if(program.buffers, same);
    if (number > 0) name += fmt::format(" {}", number);
    program.buffers.push_back({.name = std::move(name),
                               .address = *address,
                               .size = size,
                               .content = std::move(content)});
    return schedule::BufferRef{tile, static_cast<int>(program.buffers.size()) - 1};
}

Ring Tiles::ring(const std::string& name, std::vector<schedule::BufferRef> buffers) {
    const TileId tile = buffers.front().tile;
    std::vector<schedule::Lock>& locks = at(tile).locks;
    const auto add = [&](const char* what, int initial, schedule::LockRole role) {
        const auto id = static_cast<int>(locks.size());
        locks.push_back({id, fmt::format("{} {}", name, what), initial, role});
        return schedule::LockRef{tile, id};
    };
    const auto depth = static_cast<int>(buffers.size());
    const schedule::LockRef free = add("empty", depth, schedule::LockRole::Free);
    const schedule::LockRef full = add("full", 0, schedule::LockRole::Filled);
    return {std::move(buffers), {free}, {full}};
}

int Tiles::channel(TileId tile, arch::Direction direction, const Ring& ring, Bytes offset,
                   Bytes length, const std::vector<schedule::Dimension>& dimensions) {
    TileProgram& program = at(tile);
    const bool fills = direction == arch::Direction::S2MM;
    auto bds = schedule::ring(static_cast<int>(program.bds.size()), ring.buffers, length,
                              dimensions, fills ? ring.free.front() : ring.full.front(),
                              fills ? ring.full.front() : ring.free.front());
    for (schedule::Bd& bd : bds)
        bd.offset = offset;
    const auto number = static_cast<int>(
        std::ranges::count(program.channels, direction, &schedule::Channel::direction));
    schedule::run_ring(program, direction, number, bds);
    return number;
}

int Tiles::first_free_bd(TileId tile, int channel) {
    const TileProgram& program = at(tile);
    int next = device_.model(tile).dma.bds_of(channel).first;
    const auto is_taken = [&](int id) {
        return std::ranges::find(program.bds, id, &schedule::Bd::id) != program.bds.end();
    };
    while (is_taken(next))
        ++next;
    return next;
}

int Tiles::chain(TileId tile, arch::Direction direction, std::vector<schedule::Bd> bds) {
    TileProgram& program = at(tile);
    const auto number = static_cast<int>(
        std::ranges::count(program.channels, direction, &schedule::Channel::direction));
    const int next = first_free_bd(tile, number);
    for (std::size_t i = 0; i < bds.size(); ++i)
        bds[i].id = next + static_cast<int>(i);
    for (std::size_t i = 0; i < bds.size(); ++i)
        bds[i].next = bds[(i + 1) % bds.size()].id;
    schedule::run_ring(program, direction, number, bds);
    return number;
}

NamedBds Tiles::out_of_order(TileId tile, std::vector<schedule::Bd> bds) {
    constexpr auto kWay = arch::Direction::S2MM;
    TileProgram& program = at(tile);
    NamedBds named;
    named.channel =
        static_cast<int>(std::ranges::count(program.channels, kWay, &schedule::Channel::direction));
    int next = first_free_bd(tile, named.channel);
    for (schedule::Bd& bd : bds) {
        bd.id = next++;
        named.ids.push_back(bd.id);
    }
    program.channels.push_back(
        {.direction = kWay, .channel = named.channel, .tasks = {}, .out_of_order = true});
    program.bds.insert(program.bds.end(), bds.begin(), bds.end());
    return named;
}

schedule::LockRef Tiles::lock(TileId tile, const std::string& name, int initial,
                              schedule::LockRole role) {
    std::vector<schedule::Lock>& locks = at(tile).locks;
    const auto id = static_cast<int>(locks.size());
    locks.push_back({id, name, initial, role});
    return {tile, id};
}

std::vector<TileProgram> Tiles::finished() && {
    std::vector<TileProgram> programs;
    for (auto& [tile, program] : programs_)
        programs.push_back(std::move(program));
    return programs;
}

}  // namespace xdnasim::network
