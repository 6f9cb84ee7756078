// DMA channels and packet ids of the streams of object FIFOs.

#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/lowering/object_fifos.hpp"

namespace xdnasim::design::lowering {
namespace {

class Channels {
 public:
    Channels(TakenChannels taken, const arch::Device& array, const ir::Text& text)
        : taken_{std::move(taken)}, array_{array}, text_{text} {}

    std::map<const End*, int> choose(const Ends& ends) {
        // Channels that FIFOs name are assigned first.
        for (const bool named : {true, false})
            for (const auto& [producer, consumers] : ends.streams) {
                choose_channel(*producer, named);
                for (const End* consumer : consumers)
                    choose_channel(*consumer, named);
            }
        return std::move(channels_);
    }

 private:
    static arch::Direction direction_of(const End& end) {
        return end.produces ? arch::Direction::MM2S : arch::Direction::S2MM;
    }

    [[nodiscard]] static std::optional<int> named_channel(const End& end) {
        if (end.produces) return end.fifo->producer_channel;
        for (const Consumer& consumer : end.fifo->consumers)
            if (consumer.tile.id == end.tile.id) return consumer.channel;
        return std::nullopt;
    }

    [[nodiscard]] bool is_taken(const End& end, int channel) const {
        const auto has = [&](const ChannelsByTile& taken) {
            const auto found = taken.find({end.tile.id, direction_of(end)});
            return found != taken.end() &&
                   std::ranges::find(found->second, channel) != found->second.end();
        };
        return has(taken_.by_all) || (!end.fifo->packets && has(taken_.by_packets));
    }

    int take(const End& end, int channel) {
        taken_.by_all[{end.tile.id, direction_of(end)}].push_back(channel);
        return channel;
    }

    void choose_channel(const End& end, bool named) {
        const std::optional<int> channel = named_channel(end);
        if (channel.has_value() != named) return;
        channels_[&end] = channel ? take_named_channel(end, *channel) : take_channel(end);
    }

    int take_named_channel(const End& end, int channel) {
        const auto direction = direction_of(end);
        const int count = array_.model(end.tile.id).dma.channels(direction);
        const bool free = !is_taken(end, channel);
        if (channel >= count || !free)
            text_.fail(end.fifo->at,
                       fmt::format("object FIFO '{}' names {} {} of {}, which {}", end.fifo->name,
                                   to_string(direction), channel, array_.name_of(end.tile.id),
                                   free ? fmt::format("has {}", base::counted(count, "channel"))
                                        : std::string{"is taken"}));
        return take(end, channel);
    }

    int take_channel(const End& end) {
        const auto direction = direction_of(end);
        const int count = array_.model(end.tile.id).dma.channels(direction);
        for (int channel = 0; channel < count; ++channel)
            if (!is_taken(end, channel)) return take(end, channel);
        text_.fail(end.fifo->at, fmt::format("object FIFO '{}' needs an {} channel of {}, which "
                                             "has {}; all are taken",
                                             end.fifo->name, to_string(direction),
                                             array_.name_of(end.tile.id), count));
    }

    TakenChannels taken_;
    const arch::Device& array_;
    const ir::Text& text_;
    std::map<const End*, int> channels_;
};

}  // namespace

std::map<const End*, int> choose_channels(const Ends& ends, TakenChannels taken,
                                          const arch::Device& array, const ir::Text& text) {
    return Channels{std::move(taken), array, text}.choose(ends);
}

namespace {

/// Ids that the packet flows of the text claim: those that equal the flow's own under its mask.
std::set<int> claimed_ids(const ir::Text& text, const ir::Region& device) {
    std::set<int> claimed;
    for (const ir::Operation& operation : device.operations()) {
        if (!operation.is("aie.packet_flow")) continue;
        const ir::Fields fields = ir::Fields::read(text, operation);
        const int own = fields.small("ID", 0, arch::kMaxPacketId);
        const std::int64_t mask = fields.integer_or("mask", arch::kMaxPacketId, 0, ir::kMaxId);
        for (int id = 0; id <= arch::kMaxPacketId; ++id)
            if (((id ^ own) & mask) == 0) claimed.insert(id);
    }
    return claimed;
}

}  // namespace

void number_packets(const ir::Text& text, const ir::Region& device, FifoText& found) {
    std::set<int> taken = claimed_ids(text, device);
    for (const Fifo& fifo : found.fifos)
        if (fifo.packet_id) taken.insert(*fifo.packet_id);
    int next = 0;
    for (Fifo& fifo : found.fifos) {
        if (!fifo.packets || fifo.packet_id) continue;
        while (taken.contains(next))
            ++next;
        if (next > arch::kMaxPacketId)
            text.fail(fifo.at, fmt::format("object FIFO '{}' sends packets, but all ids are "
                                           "taken; allowed: ids 0 to {}",
                                           fifo.name, arch::kMaxPacketId));
        taken.insert(next);
        fifo.packet_id = next;
    }
}

}  // namespace xdnasim::design::lowering
