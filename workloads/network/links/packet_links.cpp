// Links in packets: each core sends its parts to all cores that take some of them, when a token
// says that their buffers are free. The packet headers name the BDs that take the packets.

#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_draft.hpp"

namespace xdnasim::network {
namespace {

using arch::Direction;
using arch::TileId;
using schedule::Bd;
using schedule::BufferRef;
using schedule::LockRef;

/// A receiving core whose packets are under construction.
struct Taker {
    TileId tile;
    Part part;
    int channel = 0;              ///< channel that takes the packets
    std::vector<LockRef> free{};  ///< indexed by turn: the core is done with the buffer
    std::vector<int> data{};      ///< BDs that data packets name, by giver, then by turn
    std::vector<int> tokens{};    ///< BDs that token packets name, by turn; not for the first taker
};

/// Cores that take from the same givers.
struct Group {
    std::vector<Holder> givers;
    std::vector<Taker> takers;
};

class GroupLink {
 public:
    GroupLink(Draft& draft, std::size_t stage, Group group)
        : draft_{draft},
          stage_{stage},
          link_{*draft.packet_links[stage]},
          group_{std::move(group)} {}

    void add() {
        for (Taker& taker : group_.takers)
            take(taker);
        for (std::size_t i = 0; i < group_.givers.size(); ++i)
            give(i);
        for (std::size_t i = 0; i < group_.takers.size(); ++i)
            hand_on(i);
        draft_.schedule.flows.push_back(std::move(tokens_));
    }

 private:
    [[nodiscard]] std::size_t depth() const { return static_cast<std::size_t>(link_.depth); }

    /// A BD of a token: a buffer of one word, whose content does not matter.
    [[nodiscard]] Bd token(std::size_t stage, TileId tile) {
        Bd bd;
        bd.buffer = draft_.buffer(stage, tile, "token", arch::kWord, Use::Input);
        bd.length = arch::kWord;
        return bd;
    }

    /// Adds the receiving side of a core. Each turn has its own locks, so that parts of two samples
    /// are not counted together.
    void take(Taker& taker) {
        Core& core = draft_.cores[taker.tile];
        core.hold(taker.part);
        const bool is_first = taker.tile == group_.takers.front().tile;
        Ring ring{.buffers = draft_.input_buffers(stage_, taker.tile, link_.depth),
                  .parts = link_.givers};
        for (std::size_t turn = 0; turn < depth(); ++turn) {
            ring.free.push_back(draft_.tiles.lock(taker.tile, fmt::format("in {} empty", turn), 0,
                                                  schedule::LockRole::Free));
            ring.full.push_back(draft_.tiles.lock(taker.tile, fmt::format("in {} full", turn), 0,
                                                  schedule::LockRole::Filled));
        }
        std::vector<Bd> bds;
        for (const Holder& giver : group_.givers)
            for (std::size_t turn = 0; turn < depth(); ++turn) {
                const Part part = common(taker.part, giver.part);
                bds.push_back(bd_of(ring.buffers[turn], walk_of(part, taker.part), part));
                bds.back().release = {ring.full[turn]};
            }
        const Bd word = is_first ? Bd{} : token(stage_, taker.tile);
        for (std::size_t turn = 0; turn < depth() && !is_first; ++turn) {
            bds.push_back(word);
            bds.back().release = {ring.free[turn]};
        }
        const NamedBds named = draft_.tiles.out_of_order(taker.tile, std::move(bds));
        const auto tokens = named.ids.begin() + link_.givers * link_.depth;
        taker.channel = named.channel;
        taker.data = {named.ids.begin(), tokens};
        taker.tokens = {tokens, named.ids.end()};
        taker.free = ring.free;
        core.in.push_back(std::move(ring));
    }

    void give(std::size_t giver) {
        const auto& [tile, whole] = group_.givers[giver];
        Core& core = draft_.cores[tile];
        Ring ring{.buffers = core.arguments.back()};
        ring.free = {draft_.tiles.lock(tile, "out empty", kDepth, schedule::LockRole::Free)};
        for (int turn = 0; turn < kDepth; ++turn)
            // Starts with a token for each buffer of the takers.
            ring.full.push_back(draft_.tiles.lock(tile, fmt::format("out {} and token", turn),
                                                  turn < link_.depth ? 1 : 0,
                                                  schedule::LockRole::Filled));
        std::vector<schedule::PacketHeader> headers(group_.takers.size());
        for (schedule::PacketHeader& header : headers)
            header.id = draft_.next_packet_id();
        std::vector<Bd> bds;
        for (std::size_t turn = 0; turn < kDepth; ++turn) {
            const std::size_t first = bds.size();
            for (std::size_t i = 0; i < group_.takers.size(); ++i) {
                const Part part = common(group_.takers[i].part, whole);
                bds.push_back(bd_of(ring.buffers[turn], walk_of(part, whole), part));
                bds.back().packet = headers[i];
                bds.back().packet->sink_bd =
                    group_.takers[i].data[giver * depth() + turn % depth()];
            }
            bds[first].acquire = {ring.full[turn], kOutputAndToken};
            bds.back().release = {ring.free.front()};
        }
        const int channel = draft_.tiles.chain(tile, Direction::MM2S, std::move(bds));
        for (std::size_t i = 0; i < group_.takers.size(); ++i)
            add_packets(tile, channel, group_.takers[i], headers[i].id);
        take_tokens(tile, ring);
        core.out.push_back(std::move(ring));
    }

    void take_tokens(TileId tile, const Ring& ring) {
        const Bd word = token(stage_ - 1, tile);
        std::vector<Bd> bds;
        for (std::size_t turn = 0; turn < kDepth; ++turn) {
            bds.push_back(word);
            bds.back().release = {ring.full[(depth() + turn) % kDepth]};
        }
        const int channel = draft_.tiles.chain(tile, Direction::S2MM, std::move(bds));
        tokens_.sinks.push_back(arch::dma_port(tile, Direction::S2MM, channel));
    }

    /// Sends the token to the next taker or, from the last taker, to all givers.
    void hand_on(std::size_t taker) {
        const auto& [tile, part, channel_in, free, data, tokens] = group_.takers[taker];
        const bool is_last = taker + 1 == group_.takers.size();
        const Bd word = token(stage_, tile);
        const int id = is_last ? 0 : draft_.next_packet_id();
        std::vector<Bd> bds;
        for (std::size_t turn = 0; turn < depth(); ++turn) {
            bds.push_back(word);
            bds.back().acquire = {free[turn], taker == 0 ? 1 : kFreeAndToken};
            if (!is_last)
                bds.back().packet = {.id = id, .sink_bd = group_.takers[taker + 1].tokens[turn]};
        }
        const int channel = draft_.tiles.chain(tile, Direction::MM2S, std::move(bds));
        if (!is_last) return add_packets(tile, channel, group_.takers[taker + 1], id);
        tokens_.name = fmt::format("layer {} tokens of {}", layer(), to_string(tile));
        tokens_.source = arch::dma_port(tile, Direction::MM2S, channel);
    }

    void add_packets(TileId from, int channel, const Taker& to, int id) {
        draft_.schedule.flows.push_back(
            {.name = fmt::format("layer {} from {} to {}", layer(), to_string(from),
                                 to_string(to.tile)),
             .source = arch::dma_port(from, Direction::MM2S, channel),
             .sinks = {arch::dma_port(to.tile, Direction::S2MM, to.channel)},
             .mode = schedule::FlowMode::Packet,
             .packet_id = id});
    }

    [[nodiscard]] std::size_t layer() const { return draft_.stages[stage_].layer; }

    // Lock value that a BD waits for: one from the core's own release, and one from the token.
    static constexpr int kOutputAndToken = 2;
    static constexpr int kFreeAndToken = 2;

    Draft& draft_;
    std::size_t stage_;
    PacketLink link_;
    Group group_;
    schedule::Flow tokens_;  ///< flow from the last taker to all givers
};

}  // namespace

void connect_by_packets(Draft& draft, std::size_t i) {
    const Stage& stage = draft.stages[i];
    std::map<std::vector<TileId>, Group> groups;
    for (int a = 0; a < stage.split.a; ++a)
        for (int c = 0; c < stage.split.c; ++c)
            for (int b = 0; b < stage.split.b; ++b) {
                const Part part = input_of(stage, a, b);
                std::vector<Holder> givers = givers_of(part, draft.stages[i - 1]);
                std::vector<TileId> tiles;
                for (const Holder& giver : givers)
                    tiles.push_back(giver.tile);
                Group& group = groups[tiles];
                group.givers = std::move(givers);
                group.takers.push_back({.tile = stage.core(a, b, c), .part = part});
            }
    for (auto& [tiles, group] : groups)
        GroupLink{draft, i, std::move(group)}.add();
}

}  // namespace xdnasim::network
