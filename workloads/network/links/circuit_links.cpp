#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_draft.hpp"

namespace xdnasim::network {
namespace {

using arch::Bytes;
using arch::Direction;
using arch::TileId;

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

/// Links by the PL: a core's outputs leave by one port, and return by another to the cores that
/// need them.
void connect_by_pl(Draft& draft, std::size_t i) {
    for (const Piece& piece : pieces_between(draft.stages[i - 1], draft.stages[i])) {
        const std::string name =
            fmt::format("layer {} from {}", draft.stages[i].layer, to_string(piece.from));
        NetworkPort port{.name = name + " out",
                         .is_input = false,
                         .part = piece.part,
                         .held = held_by(draft, i - 1, piece.from),
                         .tile = piece.from};
        const schedule::HostBufferRef buffer = draft.add_host_buffer(port);
        draft.add_output(port, draft.place_of(port), buffer);
        const auto source = static_cast<int>(draft.schedule.pl.ports.size()) - 1;
        port.name = name + " in";
        port.is_input = true;
        port.tile = piece.to.front();
        const arch::Port place = draft.place_of(port);
        draft.add_port(port, place, buffer);
        schedule::Flow flow{.name = port.name, .source = place, .sinks = {}};
        draft.schedule.pl.ports.back().source = source;
        for (const TileId to : piece.to) {
            draft.cores[to].hold(piece.part);
            flow.sinks.push_back(draft.sink(i, to, piece.part));
        }
        draft.schedule.flows.push_back(std::move(flow));
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
    if (draft.packet_links[i]) return connect_by_packets(draft, i);
    const std::vector<Piece> pieces = pieces_between(draft.stages[i - 1], stage);
    for (const Piece& piece : pieces)
        for (const TileId to : piece.to)
            draft.cores[to].hold(piece.part);
    for (const Piece& piece : pieces)
        add_stream(draft, i, piece);
}

}  // namespace xdnasim::network
