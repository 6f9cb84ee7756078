#pragma once
// The array for which the benchmark was made, and netlists for it.

#include <vector>

#include "test/support/stock_device.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::placement {

inline Array strix() {
    return Array{test::strix()};
}

/// A netlist of `count` cores without nets.
inline Netlist cores(std::size_t count) {
    return {"cores",
            "xdna2-strix",
            std::vector<netlist::Core>(count, {arch::TileKind::CompTile, "k"}),
            {},
            {}};
}

/// Adds a net with objects of 1,024 bytes and a depth of two at all ends.
inline void connect(Netlist& netlist, CoreId from, std::vector<CoreId> to) {
    std::vector<int> depths(to.size() + 1, 2);
    netlist.nets.push_back({from, std::move(to), std::move(depths), arch::Bytes{1024}, 0});
}

}  // namespace xdnasim::placement
