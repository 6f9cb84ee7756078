#include "xdnasim/backends/txn/port_index.hpp"

#include <span>

namespace xdnasim::txn {
namespace {

using enum arch::Bundle;

/// Ports of a bundle that follow each other in the list.
struct Stretch {
    arch::Bundle bundle;
    int count;
};

constexpr Stretch kCoreMasters[]{{Core, 1},  {Dma, 2},  {TileControl, 1}, {Fifo, 1},
                                 {South, 4}, {West, 4}, {North, 6},       {East, 4}};
constexpr Stretch kCoreSlaves[]{{Core, 1}, {Dma, 2},   {TileControl, 1}, {Fifo, 1}, {South, 6},
                                {West, 4}, {North, 4}, {East, 4},        {Trace, 2}};
constexpr Stretch kMemTileMasters[]{{Dma, 6}, {TileControl, 1}, {South, 4}, {North, 6}};
constexpr Stretch kMemTileSlaves[]{{Dma, 6}, {TileControl, 1}, {South, 6}, {North, 4}, {Trace, 1}};
constexpr Stretch kShimMasters[]{{TileControl, 1}, {Fifo, 1},  {South, 6},
                                 {West, 4},        {North, 6}, {East, 4}};
constexpr Stretch kShimSlaves[]{{TileControl, 1}, {Fifo, 1}, {South, 8}, {West, 4},
                                {North, 4},       {East, 4}, {Trace, 2}};

std::span<const Stretch> list_of(arch::TileKind kind, arch::PortSide side) {
    const bool master = side == arch::PortSide::Master;
    const auto either = [master](std::span<const Stretch> masters,
                                 std::span<const Stretch> slaves) {
        return master ? masters : slaves;
    };
    switch (kind) {
        case arch::TileKind::Shim:
            return either(kShimMasters, kShimSlaves);
        case arch::TileKind::MemTile:
            return either(kMemTileMasters, kMemTileSlaves);
        case arch::TileKind::CompTile:
            return either(kCoreMasters, kCoreSlaves);
    }
    return {};
}

}  // namespace

std::optional<int> port_index(arch::TileKind kind, const arch::Port& port) {
    int first = 0;
    for (const Stretch& stretch : list_of(kind, port.side)) {
        if (stretch.bundle == port.bundle && port.channel >= 0 && port.channel < stretch.count)
            return first + port.channel;
        first += stretch.count;
    }
    return std::nullopt;
}

std::optional<arch::Port> port_at(arch::TileKind kind, arch::TileId tile, arch::PortSide side,
                                  int index) {
    int first = 0;
    for (const Stretch& stretch : list_of(kind, side)) {
        if (index < first + stretch.count)
            return arch::Port{tile, side, stretch.bundle, index - first};
        first += stretch.count;
    }
    return std::nullopt;
}

}  // namespace xdnasim::txn
