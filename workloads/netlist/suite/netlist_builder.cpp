#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "workloads/netlist/suite/families.hpp"

namespace xdnasim::netlist {

using arch::TileKind;

namespace {

constexpr std::size_t kWayMembers = 4;
constexpr std::size_t kWays = 8;

/// Size of an object that consists of the objects of all members.
template <class List>
arch::Bytes total(const List& members) {
    return std::accumulate(members.begin(), members.end(), arch::Bytes{},
                           [](arch::Bytes sum, const auto& member) { return sum + member.object; });
}

/// Splits `items` into pieces of at most kWayMembers, in order.
template <class Item>
std::vector<std::vector<Item>> chunks(const std::vector<Item>& items) {
    std::vector<std::vector<Item>> pieces;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i % kWayMembers == 0) pieces.emplace_back();
        pieces.back().push_back(items[i]);
    }
    return pieces;
}

}  // namespace

CoreId NetlistBuilder::add(TileKind kind, std::string name) {
    netlist_.cores.push_back({kind, std::move(name)});
    return netlist_.core_count() - 1;
}

NetId NetlistBuilder::net(CoreId from, std::vector<CoreId> to, const Fifo& fifo) {
    std::vector<int> depths(to.size() + 1, fifo.depth);
    const NetId id = net_with_depths(from, std::move(to), fifo.object, std::move(depths));
    netlist_.nets.back().initial_tokens = fifo.initial;
    return id;
}

NetId NetlistBuilder::net(CoreId from, CoreId to, const Fifo& fifo) {
    return net(from, std::vector{to}, fifo);
}

NetId NetlistBuilder::net_with_depths(CoreId from, std::vector<CoreId> to, arch::Bytes object,
                                      std::vector<int> depths) {
    netlist_.nets.push_back({from, std::move(to), std::move(depths), object, 0});
    return netlist_.net_count() - 1;
}

void NetlistBuilder::link(LinkKind kind, CoreId mem, std::vector<NetId> in,
                          std::vector<NetId> out) {
    netlist_.links.push_back({kind, mem, std::move(in), std::move(out)});
}

NetlistBuilder::Way NetlistBuilder::way(std::size_t group) {
    const std::size_t index = group % kWays;
    while (ways_.size() <= index) {
        const std::size_t next = ways_.size();
        const CoreId mem = add(TileKind::MemTile, fmt::format("mem{}", next));
        ways_.push_back({mem, add(TileKind::Shim, fmt::format("shim{}", next))});
    }
    return ways_[index];
}

void NetlistBuilder::finish_inputs() {
    const auto groups = chunks(inputs_);
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const Way at = way(group);
        const NetId in = net(at.shim, at.mem, {total(groups[group])});
        std::vector<NetId> out;
        for (const External& member : groups[group])
            out.push_back(net(at.mem, member.cores, {member.object}));
        const LinkKind kind = out.size() == 1 ? LinkKind::Copy : LinkKind::Distribute;
        link(kind, at.mem, {in}, std::move(out));
    }
}

void NetlistBuilder::finish_outputs() {
    const auto groups = chunks(outputs_);
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const Way at = way(group);
        std::vector<NetId> in;
        for (const External& member : groups[group])
            in.push_back(net(member.cores.front(), at.mem, {member.object}));
        const NetId out = net(at.mem, at.shim, {total(groups[group])});
        const LinkKind kind = in.size() == 1 ? LinkKind::Copy : LinkKind::Join;
        link(kind, at.mem, std::move(in), {out});
    }
}

void NetlistBuilder::finish() {
    finish_inputs();
    finish_outputs();
}

std::vector<CoreId> NetlistBuilder::tap_targets() const {
    std::vector<CoreId> targets;
    for (CoreId core = 0; core < netlist_.core_count(); ++core) {
        if (netlist_.kind(core) != TileKind::CompTile) continue;
        int shareable = 0;
        int streams = 0;
        for (NetId id = 0; id < netlist_.net_count(); ++id) {
            const Net& each = netlist_.net(id);
            if (std::ranges::find(each.sinks, core) == each.sinks.end()) continue;
            const bool can_share = netlist_.is_shareable(id) && each.initial_tokens == 0;
            ++(can_share ? shareable : streams);
        }
        if (streams <= 1 && shareable >= 1 && shareable <= 2) targets.push_back(core);
    }
    return targets;
}

void NetlistBuilder::tap() {
    constexpr Fifo kTap{.object = arch::Bytes{64}, .depth = 1};
    const std::vector<CoreId> targets = tap_targets();
    if (targets.size() < 2) return;
    // The core of a kind with the smallest `load`; among equals the first.
    const auto least_loaded = [&](TileKind kind, const auto& load) {
        CoreId best = -1;
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            if (netlist_.kind(core) == kind && (best < 0 || load(core) < load(best))) best = core;
        return best;
    };
    const auto nets_out = [&](CoreId core) {
        return std::ranges::count(netlist_.nets, core, &Net::source);
    };
    const auto nets_in = [&](CoreId core) {
        return std::ranges::count_if(netlist_.nets, [&](const Net& each) {
            return std::ranges::find(each.sinks, core) != each.sinks.end();
        });
    };
    const CoreId mem = least_loaded(
        TileKind::MemTile, [&](CoreId core) { return std::max(nets_out(core), nets_in(core)); });
    const CoreId shim = least_loaded(TileKind::Shim, nets_out);
    const NetId in = net(shim, mem, kTap);
    const NetId out = net(mem, targets, kTap);
    link(LinkKind::Copy, mem, {in}, {out});
}

Netlist NetlistBuilder::take(std::string name, std::string device) {
    Netlist done = std::move(netlist_);
    done.name = std::move(name);
    done.device = std::move(device);
    *this = {};
    return done;
}

}  // namespace xdnasim::netlist
