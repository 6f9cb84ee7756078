#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/network/network_draft.hpp"
#include "workloads/network/network_transfers.hpp"

namespace xdnasim::network {
namespace {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using schedule::BufferRef;

Part common(const Part& a, const Part& b) {
    Part both{std::max(a.row, b.row), std::max(a.column, b.column), 0, 0};
    both.rows = std::min(a.row + a.rows, b.row + b.rows) - both.row;
    both.columns = std::min(a.column + a.columns, b.column + b.columns) - both.column;
    return both;
}

Part held_by(const Draft& draft, std::size_t stage, TileId tile) {
    const auto holders = holders_of(draft.stages[stage]);
    return std::ranges::find(holders, tile, &Holder::tile)->part;
}

void add_stream(Draft& draft, std::size_t i, const Piece& piece) {
    Core& from = draft.cores[piece.from];
    const Part whole = held_by(draft, i - 1, piece.from);
    from.out.push_back(
        draft.tiles.ring(fmt::format("out {}", from.out.size()), from.arguments.back()));
    const Walk walk = walk_of(piece.part, whole);
    const int channel = draft.tiles.channel(piece.from, Direction::MM2S, from.out.back(),
                                            walk.offset, size_of(piece.part), walk.dimensions);
    schedule::Flow flow{
        .name = fmt::format("layer {} from {}", draft.stages[i].layer, to_string(piece.from)),
        .source = arch::dma_port(piece.from, Direction::MM2S, channel),
        .sinks = {}};
    for (const TileId to : piece.to)
        flow.sinks.push_back(draft.sink(i, to, piece.part));
    draft.schedule.flows.push_back(std::move(flow));
}

/// What a core gives goes out by a port, and in by another to who needs it.
void connect_by_pl(Draft& draft, std::size_t i) {
    for (const Piece& piece : pieces_between(draft.stages[i - 1], draft.stages[i])) {
        const std::string name =
            fmt::format("layer {} from {}", draft.stages[i].layer, to_string(piece.from));
        NetworkPort port{
            .name = name + " out", .is_input = false, .part = piece.part, .tile = piece.from};
        const schedule::HostBufferRef buffer = draft.add_host_buffer(port);
        draft.add_output(port, buffer);
        const auto source = static_cast<int>(draft.schedule.pl.ports.size()) - 1;
        port.name = name + " in";
        port.is_input = true;
        port.tile = piece.to.front();
        schedule::Flow flow{.name = port.name, .source = draft.add_port(port, buffer), .sinks = {}};
        draft.schedule.pl.ports.back().source = source;
        for (const TileId to : piece.to) {
            draft.cores[to].hold(piece.part);
            flow.sinks.push_back(draft.sink(i, to, piece.part));
        }
        draft.schedule.flows.push_back(std::move(flow));
    }
}

/// What a mem tile holds of one core's outputs, in turn.
struct Stored {
    Part part;
    std::vector<BufferRef> buffers;
    std::vector<schedule::LockRef> free;  ///< counts the readers
    std::vector<schedule::LockRef> full;
    int readers = 0;
};

schedule::Bd bd_of(BufferRef buffer, const Walk& walk, const Part& part) {
    schedule::Bd bd;
    bd.buffer = buffer;
    bd.offset = walk.offset;
    bd.length = size_of(part);
    bd.dimensions = walk.dimensions;
    return bd;
}

Stored store_in(Draft& draft, TileId tile, std::size_t i, const Holder& holder,
                const Relay& relay) {
    Stored stored{.part = holder.part, .buffers = {}, .free = {}, .full = {}, .readers = 0};
    for (const Part& part : relay.out)
        stored.readers += part.overlaps(holder.part) ? 1 : 0;
    const std::string from = to_string(holder.tile);
    std::vector<schedule::Bd> bds;
    for (int turn = 0; turn < kDepth; ++turn) {
        stored.buffers.push_back(
            draft.buffer(i, tile, ("from " + from).c_str(), size_of(holder.part), Use::Input));
        const std::string name = fmt::format("{} {}", from, turn);
        stored.free.push_back(
            draft.tiles.lock(tile, name + " empty", stored.readers, schedule::LockRole::Free));
        stored.full.push_back(
            draft.tiles.lock(tile, name + " full", 0, schedule::LockRole::Filled));
        bds.push_back(bd_of(stored.buffers.back(), {}, holder.part));
        bds.back().acquire = {stored.free.back(), stored.readers};
        bds.back().release = {stored.full.back(), stored.readers};
    }
    const int channel = draft.tiles.chain(tile, Direction::S2MM, std::move(bds));
    Core& core = draft.cores[holder.tile];
    core.out.push_back(draft.tiles.ring("out", core.arguments.back()));
    const int out = draft.tiles.channel(holder.tile, Direction::MM2S, core.out.back(), Bytes{},
                                        size_of(holder.part), {});
    draft.schedule.flows.push_back(
        {.name = fmt::format("layer {} from {}", draft.stages[i].layer, from),
         .source = arch::dma_port(holder.tile, Direction::MM2S, out),
         .sinks = {arch::dma_port(tile, Direction::S2MM, channel)}});
    return stored;
}

arch::Port receive(Draft& draft, std::size_t i, TileId tile, const Part& part,
                   const std::vector<Part>& pieces) {
    Core& core = draft.cores[tile];
    core.hold(part);
    const auto& buffers = draft.input_buffers(i, tile);
    core.in.push_back(draft.tiles.ring("in", buffers));
    const Ring& ring = core.in.back();
    std::vector<schedule::Bd> bds;
    for (const BufferRef buffer : buffers)
        for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
            bds.push_back(bd_of(buffer, walk_of(pieces[piece], part), pieces[piece]));
            if (piece == 0) bds.back().acquire = {ring.free};
            if (piece + 1 == pieces.size()) bds.back().release = {ring.full};
        }
    return arch::dma_port(tile, Direction::S2MM,
                          draft.tiles.chain(tile, Direction::S2MM, std::move(bds)));
}

/// A part that several cores' outputs make up comes piece by piece.
void send_from(Draft& draft, TileId tile, std::size_t i, const Part& part,
               std::vector<Stored>& stored) {
    std::vector<schedule::Bd> bds;
    std::vector<Part> pieces;
    for (std::size_t turn = 0; turn < kDepth; ++turn)
        for (const Stored& from : stored) {
            if (!part.overlaps(from.part)) continue;
            const Part piece = common(part, from.part);
            if (turn == 0) pieces.push_back(piece);
            bds.push_back(bd_of(from.buffers[turn], walk_of(piece, from.part), piece));
            bds.back().acquire = {from.full[turn], 1};
            bds.back().release = {from.free[turn], 1};
        }
    const int channel = draft.tiles.chain(tile, Direction::MM2S, std::move(bds));
    schedule::Flow flow{
        .name = fmt::format("layer {} from {} {}", draft.stages[i].layer, to_string(tile), channel),
        .source = arch::dma_port(tile, Direction::MM2S, channel),
        .sinks = {}};
    const Stage& to = draft.stages[i];
    for (int c = 0; c < to.split.c; ++c)
        flow.sinks.push_back(receive(
            draft, i, to.core(part.row / to.m_core(), part.column / to.k_core(), c), part, pieces));
    draft.schedule.flows.push_back(std::move(flow));
}

void connect_by_mem_tiles(Draft& draft, std::size_t i) {
    const auto relays = relays_between(draft.stages[i - 1], draft.stages[i], draft.device);
    for (const Relay& relay : relays.value()) {
        const auto tile = draft.mem_tiles.near(draft.stages[i].at.column);
        if (!tile) draft.refuse(i, "no mem tile is left for the link to it");
        std::vector<Stored> stored;
        for (const Holder& holder : relay.in)
            stored.push_back(store_in(draft, *tile, i, holder, relay));
        for (const Part& part : relay.out)
            send_from(draft, *tile, i, part, stored);
    }
}

}  // namespace

void connect(Draft& draft, std::size_t i) {
    const Stage& stage = draft.stages[i];
    if (stage.aggregates) return;
    if (stage.link == Link::Cascade) {
        for (const Holder& holder : holders_of(draft.stages[i - 1]))
            draft.schedule.cascades.push_back(
                {holder.tile, {holder.tile.column + 1, holder.tile.row}});
        return;
    }
    if (stage.link == Link::Pl) return connect_by_pl(draft, i);
    if (stage.link == Link::MemTile) return connect_by_mem_tiles(draft, i);
    const std::vector<Piece> pieces = pieces_between(draft.stages[i - 1], stage);
    for (const Piece& piece : pieces)
        for (const TileId to : piece.to)
            draft.cores[to].hold(piece.part);
    for (const Piece& piece : pieces)
        add_stream(draft, i, piece);
}

}  // namespace xdnasim::network
