#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "workloads/placed/placed_mapping.hpp"

namespace xdnasim::placed {

using arch::Bytes;
using arch::Direction;
using placement::Transport;
using schedule::Bd;

namespace {

/// Firings of a core until each of its nets is at its first buffer again: so long is its program.
constexpr std::int64_t kMaxRound = 720;

}  // namespace

void Mapping::program(CoreId core) {
    const CoreNets& nets = nets_[static_cast<std::size_t>(core)];
    kernels::Firing firing{{}, {}, core};
    for (const NetId id : nets.in)
        firing.inputs.push_back(netlist_.net(id).object);
    for (const NetId id : nets.out)
        firing.outputs.push_back(netlist_.net(id).object);
    const schedule::KernelRef kernel{static_cast<int>(schedule_.kernels.size())};
    schedule_.kernels.push_back(
        {netlist_.core(core).name, std::move(firing), design_.cycles_of(core), true});
    tile(core).set_core(body_of(core, kernel));
    take(core, nets.in);
}

schedule::CoreBody Mapping::body_of(CoreId core, schedule::KernelRef kernel) const {
    const CoreNets& nets = nets_[static_cast<std::size_t>(core)];
    std::int64_t round = 1;
    for (const auto* list : {&nets.in, &nets.out})
        for (const NetId id : *list)
            round = std::lcm(round, std::int64_t{held_.at({id, core}).count()});
    if (round > kMaxRound)
        throw schedule::MappingError{
            "netlist", fmt::format("{}: the depths of its nets make a program of {} firings, until "
                                   "each is at its first buffer again; at most {}; allowed: depths "
                                   "with common multiples",
                                   core_text(netlist_, core), round, kMaxRound)};
    schedule::CoreBody body;
    for (std::int64_t firing = 0; firing < round; ++firing) {
        schedule::Call call{kernel, {}};
        schedule::CoreBody releases;
        const auto use = [&](NetId id, std::int64_t object, bool is_input) {
            const ObjectBuffers& held = held_.at({id, core});
            body.push_back({schedule::Acquire{is_input ? held.filled : held.free}});
            call.arguments.push_back({held.of(object), Bytes{}, netlist_.net(id).object});
            releases.push_back({schedule::Release{is_input ? held.free : held.filled}});
        };
        for (const NetId id : nets.in)
            use(id, firing, true);
        for (const NetId id : nets.out)
            use(id, firing + netlist_.net(id).initial_tokens, false);
        call.arguments.push_back({{tile_of(core), 0}, Bytes{}, kernels::kFiringCounter});
        body.push_back({std::move(call)});
        body.insert(body.end(), releases.begin(), releases.end());
    }
    return {{schedule::Loop{std::nullopt, std::move(body)}}};
}

std::vector<std::vector<NetId>> Mapping::dealt(const std::vector<NetId>& nets, int channels) const {
    std::vector<NetId> packets;
    for (const NetId id : nets) {
        if (transport(id) == Transport::Circuit) --channels;
        if (transport(id) == Transport::Packet) packets.push_back(id);
    }
    // A header names one BD, and the sinks of a net to several have each its own: such a net is
    // alone on its channel, as long as there are enough.
    std::ranges::stable_sort(packets, std::ranges::greater{},
                             [&](NetId id) { return netlist_.net(id).is_multicast(); });
    const std::size_t most = static_cast<std::size_t>(std::max(channels, 1));
    std::vector<std::vector<NetId>> hands(std::min(packets.size(), most));
    std::size_t alone = 0;
    while (alone + 1 < hands.size() && netlist_.net(packets[alone]).is_multicast()) {
        hands[alone] = {packets[alone]};
        ++alone;
    }
    for (std::size_t i = alone; i < packets.size(); ++i)
        hands[alone + (i - alone) % (hands.size() - alone)].push_back(packets[i]);
    return hands;
}

void Mapping::take(CoreId core, const std::vector<NetId>& nets) {
    for (const NetId id : nets)
        if (transport(id) == Transport::Circuit) take_in_order(core, id);
    for (const std::vector<NetId>& hand : dealt(nets, device_.comp_tile.dma.s2mm_channels)) {
        if (hand.size() == 1)
            take_in_order(core, hand.front());
        else
            take_by_name(core, hand);
    }
}

void Mapping::take_in_order(CoreId core, NetId net) {
    TileBuilder& at = tile(core);
    const ObjectBuffers& held = held_.at({net, core});
    std::vector<Bd> bds;
    for (int object = 0; object < held.count(); ++object)
        bds.push_back(
            handover(held.of(object), Bytes{}, netlist_.net(net).object, held.free, held.filled));
    const int channel = at.take_channel(Direction::S2MM, held.count(), name_of(netlist_, net));
    channels_[{net, core}] = channel;
    at.run_ring(Direction::S2MM, channel, std::move(bds));
}

/// Packets of several cores come in any order, so each says into which buffer it goes.
void Mapping::take_by_name(CoreId core, const std::vector<NetId>& nets) {
    TileBuilder& at = tile(core);
    std::vector<Bd> bds;
    for (const NetId id : nets) {
        const ObjectBuffers& held = held_.at({id, core});
        for (int object = 0; object < held.count(); ++object)
            bds.push_back(handover(held.of(object), Bytes{}, netlist_.net(id).object, held.free,
                                   held.filled));
    }
    const int channel = at.take_channel(Direction::S2MM, static_cast<int>(bds.size()),
                                        name_of(netlist_, nets.front()));
    const std::vector<int> ids = at.run_out_of_order(channel, std::move(bds));
    auto next = ids.begin();
    for (const NetId id : nets) {
        channels_[{id, core}] = channel;
        const int count = held_.at({id, core}).count();
        named_[{id, core}] = {next, next + count};
        next += count;
    }
}

void Mapping::send(CoreId core, const std::vector<NetId>& nets) {
    for (const NetId id : nets)
        if (transport(id) == Transport::Circuit) send_in_turn(core, {id});
    for (const std::vector<NetId>& hand : dealt(nets, device_.comp_tile.dma.mm2s_channels))
        send_in_turn(core, hand);
}

/// One object of each net after the other; a net whose objects are there from the start goes first.
void Mapping::send_in_turn(CoreId core, std::vector<NetId> nets) {
    TileBuilder& at = tile(core);
    std::ranges::stable_sort(nets, std::ranges::greater{},
                             [&](NetId id) { return netlist_.net(id).initial_tokens; });
    int rounds = 1;
    for (const NetId id : nets) {
        const auto names = static_cast<int>(names_of(id).size());
        rounds = std::lcm(rounds, std::lcm(held_.at({id, core}).count(), std::max(names, 1)));
    }
    std::vector<Bd> bds;
    for (int object = 0; object < rounds; ++object)
        for (const NetId id : nets) {
            const ObjectBuffers& held = held_.at({id, core});
            bds.push_back(sent(id, object,
                               handover(held.of(object), Bytes{}, netlist_.net(id).object,
                                        held.filled, held.free)));
        }
    const int channel = at.take_channel(Direction::MM2S, static_cast<int>(bds.size()),
                                        name_of(netlist_, nets.front()));
    for (const NetId id : nets)
        channels_[{id, core}] = channel;
    at.run_ring(Direction::MM2S, channel, std::move(bds));
}

}  // namespace xdnasim::placed
