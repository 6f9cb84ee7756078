#pragma once
// Small netlists of random shape.

#include <array>
#include <random>

#include "test/workloads/placement/strix.hpp"

namespace xdnasim::placement {

/// A netlist of a ShimTile, a MemTile and two or three cores with nets of random sizes. Sometimes
/// nets are so large or so many that not all can have their cheapest transport.
inline Netlist random_netlist(unsigned seed) {
    std::mt19937 random{seed};
    const auto below = [&](unsigned count) { return static_cast<int>(random() % count); };
    const int core_count = 2 + below(2);
    Netlist netlist = cores(static_cast<std::size_t>(core_count));
    netlist.cores.push_back({arch::TileKind::MemTile, "m"});
    netlist.cores.push_back({arch::TileKind::Shim, "s"});
    const auto net = [&](CoreId from, std::vector<CoreId> to, int bytes) {
        connect(netlist, from, std::move(to));
        netlist.nets.back().object = arch::Bytes{bytes};
        return netlist.net_count() - 1;
    };
    const int scale = std::array{256, 2048, 12000, 20000}[static_cast<std::size_t>(below(4))];
    const NetId in = net(core_count + 1, {core_count}, scale);
    std::vector<CoreId> first{0};
    if (below(2) == 0) first.push_back(1);
    const NetId out = net(core_count, first, scale);
    netlist.links.push_back({netlist::LinkKind::Copy, core_count, {in}, {out}});
    const int between = 2 + below(4);
    for (int i = 0; i < between; ++i) {
        const CoreId from = below(static_cast<unsigned>(core_count));
        const CoreId to = (from + 1 + below(static_cast<unsigned>(core_count - 1))) % core_count;
        net(from, {to}, scale / (1 + below(3)));
        netlist.nets.back().depths = {1 + below(3), 1 + below(3)};
    }
    return netlist;
}

/// The device xdna2-strix with the given number of columns.
inline arch::Device narrow(int columns) {
    arch::Device device = arch::load_device(arch::find_device("xdna2-strix"));
    device.columns = columns;
    return device;
}

}  // namespace xdnasim::placement
