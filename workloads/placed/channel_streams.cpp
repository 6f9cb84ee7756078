// Assignment of streams to the DMA channels of a tile, and their BDs.

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "workloads/placed/placed_mapping.hpp"

namespace xdnasim::placed {

using arch::Direction;
using arch::TileId;
using placement::Transport;
using schedule::Bd;

/// Does the net need a channel of its own? A packet has one header, which names one BD of one sink.
bool Mapping::needs_channel(NetId id) const {
    return netlist_.net(id).is_multicast() ||
           std::ranges::any_of(netlist_.links, [&](const Link& link) {
               return link.whole() == id && parts_of(netlist_, link).size() > 1;
           });
}

std::vector<std::vector<Stream>> Mapping::dealt(const std::vector<Stream>& streams,
                                                int channels) const {
    std::vector<Stream> packets;
    for (const Stream& stream : streams) {
        if (transport(stream.net) == Transport::Circuit) --channels;
        if (transport(stream.net) == Transport::Packet) packets.push_back(stream);
    }
    std::ranges::stable_sort(packets, std::ranges::greater{},
                             [&](const Stream& stream) { return needs_channel(stream.net); });
    const std::size_t most = static_cast<std::size_t>(std::max(channels, 1));
    std::vector<std::vector<Stream>> hands(std::min(packets.size(), most));
    std::size_t alone = 0;
    while (alone + 1 < hands.size() && needs_channel(packets[alone].net)) {
        hands[alone] = {packets[alone]};
        ++alone;
    }
    const auto foes = [&](const Stream& stream, const std::vector<Stream>& among) {
        return std::ranges::count_if(
            among, [&](const Stream& other) { return are_apart(stream.net, other.net); });
    };
    // Streams with the most conflicts first, as in graph colouring (Welsh and Powell, 1967).
    const auto first = packets.begin() + static_cast<std::ptrdiff_t>(alone);
    const std::vector<Stream> all{first, packets.end()};
    std::stable_sort(first, packets.end(),
                     [&](const Stream& a, const Stream& b) { return foes(a, all) > foes(b, all); });
    constexpr std::size_t kFull = 4;
    for (auto stream = first; stream != packets.end(); ++stream)
        std::ranges::min_element(
            hands.begin() + static_cast<std::ptrdiff_t>(alone), hands.end(), {},
            [&](const std::vector<Stream>& hand) {
                return std::tuple{hand.size() >= kFull, foes(*stream, hand), hand.size()};
            })
            ->push_back(*stream);
    return hands;
}

void Mapping::take(TileId at, const std::vector<Stream>& streams) {
    for (const Stream& stream : streams)
        if (transport(stream.net) == Transport::Circuit) take_in_order(at, stream);
    for (const auto& hand : dealt(streams, device_.model(at).dma.s2mm_channels)) {
        if (hand.size() == 1)
            take_in_order(at, hand.front());
        else
            take_by_name(at, hand);
    }
}

void Mapping::take_in_order(TileId tile, const Stream& stream) {
    TileBuilder& at = tiles_.at(tile);
    std::vector<Bd> bds;
    for (int object = 0; object < stream.objects; ++object)
        std::ranges::copy(stream.bds(object), std::back_inserter(bds));
    const int channel = at.take_channel(Direction::S2MM, static_cast<int>(bds.size()),
                                        name_of(netlist_, stream.net));
    channels_[{stream.net, stream.core}] = channel;
    at.run_ring(Direction::S2MM, channel, std::move(bds));
}

/// Packets of several cores arrive in any order, so each names the buffer that it goes to.
void Mapping::take_by_name(TileId tile, const std::vector<Stream>& streams) {
    TileBuilder& at = tiles_.at(tile);
    std::vector<Bd> bds;
    for (const Stream& stream : streams)
        for (int object = 0; object < stream.objects; ++object) {
            if (stream.bds(object).size() > 1)
                throw schedule::MappingError{
                    "netlist",
                    fmt::format("{}: {} fills several buffers with each of its packets, and "
                                "shares an S2MM channel; allowed: fewer nets in packets",
                                device_.name_of(tile), name_of(netlist_, stream.net))};
            bds.push_back(stream.bds(object).front());
        }
    const int channel = at.take_channel(Direction::S2MM, static_cast<int>(bds.size()),
                                        name_of(netlist_, streams.front().net));
    const std::vector<int> ids = at.run_out_of_order(channel, std::move(bds));
    auto next = ids.begin();
    for (const Stream& stream : streams) {
        channels_[{stream.net, stream.core}] = channel;
        named_[{stream.net, stream.core}] = {next, next + stream.objects};
        next += stream.objects;
    }
}

void Mapping::send(TileId at, const std::vector<Stream>& streams) {
    for (const Stream& stream : streams)
        if (transport(stream.net) == Transport::Circuit) send_in_turn(at, {stream});
    for (const auto& hand : dealt(streams, device_.model(at).dma.mm2s_channels))
        send_in_turn(at, hand);
}

/// Sends one object of each net in turn, beginning with nets whose objects are present from the
/// start.
void Mapping::send_in_turn(TileId tile, std::vector<Stream> streams) {
    TileBuilder& at = tiles_.at(tile);
    std::ranges::stable_sort(streams, std::ranges::greater{}, [&](const Stream& stream) {
        return netlist_.net(stream.net).initial_tokens;
    });
    int rounds = 1;
    for (const Stream& stream : streams) {
        const auto names = static_cast<int>(names_of(stream.net).size());
        rounds = std::lcm(rounds, std::lcm(stream.objects, std::max(names, 1)));
    }
    std::vector<Bd> bds;
    for (int object = 0; object < rounds; ++object)
        for (const Stream& stream : streams)
            for (Bd& bd : stream.bds(object))
                bds.push_back(sent(stream.net, object, std::move(bd)));
    const int channel = at.take_channel(Direction::MM2S, static_cast<int>(bds.size()),
                                        name_of(netlist_, streams.front().net));
    for (const Stream& stream : streams)
        channels_[{stream.net, stream.core}] = channel;
    at.run_ring(Direction::MM2S, channel, std::move(bds));
}

std::vector<int> Mapping::names_of(NetId net) const {
    for (const CoreId sink : netlist_.net(net).sinks)
        if (const auto named = named_.find({net, sink}); named != named_.end())
            return named->second;
    return {};
}

Bd Mapping::sent(NetId net, int object, Bd bd) const {
    if (transport(net) != Transport::Packet) return bd;
    bd.packet = schedule::PacketHeader{.id = packet_ids_.at(net)};
    if (const std::vector<int> names = names_of(net); !names.empty())
        bd.packet->sink_bd = names[static_cast<std::size_t>(object) % names.size()];
    return bd;
}

}  // namespace xdnasim::placed
