#include "workloads/network/network_relays.hpp"

#include <algorithm>
#include <cstdlib>

namespace xdnasim::network {
namespace {

/// The rows of a matrix in `count` bands.
std::vector<Relay> bands(const Stage& from, const Stage& to, int count) {
    const int height = to.m / count;
    std::vector<Relay> relays(static_cast<std::size_t>(count));
    for (const Holder& holder : holders_of(from))
        relays[static_cast<std::size_t>(holder.part.row / height)].in.push_back(holder);
    for (int a = 0; a < to.split.a; ++a)
        for (int b = 0; b < to.split.b; ++b) {
            const Part part = input_of(to, a, b);
            relays[static_cast<std::size_t>(part.row / height)].out.push_back(part);
        }
    return relays;
}

}  // namespace

std::optional<std::vector<Relay>> relays_between(const Stage& from, const Stage& to,
                                                 const arch::Device& device) {
    const arch::DmaModel& dma = device.mem_tile.dma;
    const int rows_from = from.aggregates ? to.m : from.m_core();
    const int max = to.m / std::max(rows_from, to.m_core());
    for (int count = 1; count <= max; count *= 2) {
        std::vector<Relay> relays = bands(from, to, count);
        const bool fits = std::ranges::all_of(relays, [&](const Relay& relay) {
            return std::ssize(relay.in) <= dma.s2mm_channels &&
                   std::ssize(relay.out) <= dma.mm2s_channels;
        });
        if (fits) return relays;
    }
    return std::nullopt;
}

std::optional<arch::TileId> FreeMemTiles::near(int column) {
    std::optional<arch::TileId> nearest;
    for (int x = 0; x < device_.columns; ++x)
        for (int row = 0; row < device_.rows(); ++row) {
            const arch::TileId tile{x, row};
            if (device_.kind(tile) != arch::TileKind::MemTile || taken_.contains(tile)) continue;
            if (!nearest || std::abs(x - column) < std::abs(nearest->column - column))
                nearest = tile;
        }
    if (nearest) taken_.insert(*nearest);
    return nearest;
}

}  // namespace xdnasim::network
