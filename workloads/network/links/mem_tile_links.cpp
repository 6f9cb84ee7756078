// Links through mem tiles: each core sends its outputs to the mem tiles that need some of them, and
// these send on the part that a core takes.

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_draft.hpp"

namespace xdnasim::network {
namespace {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using schedule::BufferRef;

/// The outputs of one core in a mem tile, in buffers that are used in turn.
struct Stored {
    Part part;
    std::vector<BufferRef> buffers;
    std::vector<schedule::LockRef> free;  ///< counts the readers that are done
    std::vector<schedule::LockRef> full;
    int readers = 0;
};

/// A link under construction.
class MemTileLink {
 public:
    MemTileLink(Draft& draft, std::size_t stage) : draft_{draft}, stage_{stage} {}

    void add() {
        for (const Relay& relay : draft_.relays[stage_]) {
            std::vector<Stored> stored;
            for (const Holder& holder : relay.in)
                stored.push_back(store(holder, relay));
            for (const Part& part : relay.out)
                send(relay.tile, part, stored);
        }
        for (auto& [tile, flow] : given_)
            draft_.schedule.flows.push_back(std::move(flow));
    }

 private:
    [[nodiscard]] int layer() const { return static_cast<int>(draft_.stages[stage_].layer); }

    /// The stream out of a core, to which each mem tile adds itself as a sink.
    schedule::Flow& flow_from(const Holder& holder) {
        const auto [known, is_new] = given_.try_emplace(holder.tile);
        if (!is_new) return known->second;
        Core& core = draft_.cores[holder.tile];
        core.out.push_back(draft_.tiles.ring("out", core.arguments.back()));
        const int channel = draft_.tiles.channel(holder.tile, Direction::MM2S, core.out.back(),
                                                 Bytes{}, size_of(holder.part), {});
        known->second.name = fmt::format("layer {} from {}", layer(), to_string(holder.tile));
        known->second.source = arch::dma_port(holder.tile, Direction::MM2S, channel);
        return known->second;
    }

    BufferRef buffer_for(const Holder& holder, TileId mem_tile) {
        const Bytes size = size_of(holder.part);
        if (const auto made =
                draft_.tiles.buffer(mem_tile, "from " + to_string(holder.tile), size, Use::Input))
            return *made;
        draft_.refuse(
            stage_,
            fmt::format("the activations of {}, {} buffers of {} bytes, do not fit into the {} "
                        "bytes of {} beside the other activations; use another link to this layer",
                        draft_.device.name_of(holder.tile), kDepth, base::grouped(size.count()),
                        base::grouped(draft_.device.model(mem_tile).memory.count()),
                        draft_.device.name_of(mem_tile)));
    }

    Stored store(const Holder& holder, const Relay& relay) {
        Stored stored{.part = holder.part, .buffers = {}, .free = {}, .full = {}, .readers = 0};
        for (const Part& part : relay.out)
            stored.readers += part.overlaps(holder.part) ? 1 : 0;
        const std::string from = to_string(holder.tile);
        std::vector<schedule::Bd> bds;
        for (int turn = 0; turn < kDepth; ++turn) {
            stored.buffers.push_back(buffer_for(holder, relay.tile));
            const std::string name = fmt::format("{} {}", from, turn);
            stored.free.push_back(draft_.tiles.lock(relay.tile, name + " empty", stored.readers,
                                                    schedule::LockRole::Free));
            stored.full.push_back(
                draft_.tiles.lock(relay.tile, name + " full", 0, schedule::LockRole::Filled));
            bds.push_back(bd_of(stored.buffers.back(), {}, holder.part));
            bds.back().acquire = {stored.free.back(), stored.readers};
            bds.back().release = {stored.full.back(), stored.readers};
        }
        const int channel = draft_.tiles.chain(relay.tile, Direction::S2MM, std::move(bds));
        flow_from(holder).sinks.push_back(arch::dma_port(relay.tile, Direction::S2MM, channel));
        return stored;
    }

    /// Sends a part. If it consists of the outputs of several cores, it is sent piece by piece.
    void send(TileId tile, const Part& part, const std::vector<Stored>& stored) {
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
        const int channel = draft_.tiles.chain(tile, Direction::MM2S, std::move(bds));
        schedule::Flow flow{
            .name = fmt::format("layer {} from {} {}", layer(), to_string(tile), channel),
            .source = arch::dma_port(tile, Direction::MM2S, channel),
            .sinks = {}};
        const Stage& to = draft_.stages[stage_];
        for (int c = 0; c < to.split.c; ++c)
            flow.sinks.push_back(receive(
                to.core(part.row / to.m_core(), part.column / to.k_core(), c), part, pieces));
        draft_.schedule.flows.push_back(std::move(flow));
    }

    arch::Port receive(TileId tile, const Part& part, const std::vector<Part>& pieces) {
        Core& core = draft_.cores[tile];
        core.hold(part);
        const auto& buffers = draft_.input_buffers(stage_, tile);
        core.in.push_back(draft_.tiles.ring("in", buffers));
        const Ring& ring = core.in.back();
        std::vector<schedule::Bd> bds;
        for (const BufferRef buffer : buffers)
            for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
                bds.push_back(bd_of(buffer, walk_of(pieces[piece], part), pieces[piece]));
                if (piece == 0) bds.back().acquire = {ring.free.front()};
                if (piece + 1 == pieces.size()) bds.back().release = {ring.full.front()};
            }
        return arch::dma_port(tile, Direction::S2MM,
                              draft_.tiles.chain(tile, Direction::S2MM, std::move(bds)));
    }

    Draft& draft_;
    std::size_t stage_;
    std::map<TileId, schedule::Flow> given_;  ///< streams out of cores, by tile of the core
};

}  // namespace

void connect_by_mem_tiles(Draft& draft, std::size_t stage) {
    MemTileLink{draft, stage}.add();
}

}  // namespace xdnasim::network
