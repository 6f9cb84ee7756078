#include "workloads/network/links/packets.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_draft.hpp"

namespace xdnasim::network {
namespace {

using Links = std::vector<std::optional<PacketLink>>;

/// The link between two stages; all cores have the same numbers of givers and takers.
PacketLink link_between(const Stage& from, const Stage& to) {
    const auto ratio = [](int whole, int part) { return std::max(whole / part, 1); };
    const Part given = holders_of(from).front().part;
    return {
        .givers = ratio(to.m_core(), given.rows) * ratio(to.k_core(), given.columns),
        .takers = ratio(given.rows, to.m_core()) * ratio(given.columns, to.k_core()) * to.split.c};
}

class PacketLinks {
 public:
    PacketLinks(const std::vector<Stage>& stages, const arch::DmaModel& of_core)
        : stages_{stages}, dma_{of_core}, links_(stages.size()) {}

    [[nodiscard]] Links run() && {
        for (bool found = true; found;) {
            found = false;
            for (std::size_t i = 1; i < stages_.size(); ++i)
                if (!links_[i] && takes_by(Link::Dma, stages_, i) && needs_packets(i)) {
                    links_[i] = link_between(stages_[i - 1], stages_[i]);
                    found = true;
                }
        }
        return std::move(links_);
    }

 private:
    [[nodiscard]] bool needs_packets(std::size_t i) const {
        const ChannelsNeeded channels = channels_between(stages_[i - 1], stages_[i]);
        const bool gives_tokens = links_[i - 1].has_value();
        const bool takes_tokens = i + 1 < stages_.size() && links_[i + 1];
        return channels.in + (takes_tokens ? 1 : 0) > dma_.s2mm_channels ||
               channels.out + (gives_tokens ? 1 : 0) > dma_.mm2s_channels;
    }

    const std::vector<Stage>& stages_;
    const arch::DmaModel& dma_;
    Links links_;
};

/// BDs that a core of the stage needs for its inputs. A link without packets has a ring for each
/// channel.
int bds_that_take(const std::vector<Stage>& stages, const Links& links, std::size_t i) {
    if (i == 0) return kDepth;
    const Stage& stage = stages[i];
    if (stage.aggregates) return 0;
    const PacketLink between = link_between(stages[i - 1], stage);
    switch (stage.link) {
        case Link::Cascade:
            return 0;
        case Link::Dma:
        case Link::MemTile:
            break;
        case Link::Pl:
            return kDepth;
    }
    if (!links[i]) return kDepth * between.givers;
    return links[i]->depth * (between.givers + between.tokens());
}

int bds_that_give(const std::vector<Stage>& stages, const Links& links, std::size_t i) {
    if (i + 1 == stages.size()) return kDepth;
    const Stage& to = stages[i + 1];
    if (to.aggregates) return 0;
    switch (to.link) {
        case Link::Cascade:
            return 0;
        case Link::Dma:
            break;
        case Link::MemTile:
        case Link::Pl:
            return kDepth;
    }
    if (links[i + 1]) return kDepth * (links[i + 1]->takers + 1);
    return kDepth * channels_between(stages[i], to).out;
}

int bds_of(const std::vector<Stage>& stages, const Links& links, std::size_t i) {
    return bds_that_take(stages, links, i) + bds_that_give(stages, links, i);
}

}  // namespace

Links packet_links_of(const std::vector<Stage>& stages, const arch::Device& device) {
    Links links = PacketLinks{stages, device.comp_tile.dma}.run();
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (!links[i]) continue;
        links[i]->depth = kDepth;
        if (bds_of(stages, links, i) > device.comp_tile.dma.bds) links[i]->depth = 1;
    }
    return links;
}

std::optional<Misfit> misfit_of_packets(const std::vector<Stage>& stages,
                                        const arch::Device& device) {
    const Links links = packet_links_of(stages, device);
    for (std::size_t i = 1; i < stages.size(); ++i) {
        if (!links[i]) continue;
        for (const std::size_t end : {i - 1, i})
            if (const int bds = bds_of(stages, links, end); bds > device.comp_tile.dma.bds)
                return Misfit{stages[i].layer,
                              fmt::format("with packets of {} cores to {}, the link to it needs {} "
                                          "BDs of a core of layer {}, which has {}",
                                          links[i]->givers, links[i]->takers, bds,
                                          stages[end].layer, device.comp_tile.dma.bds)};
    }
    return std::nullopt;
}

}  // namespace xdnasim::network
