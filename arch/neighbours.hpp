#pragma once
// What a CompTile and its neighbours share besides streams. AM020, "AIE-ML Architecture": the
// memory of a tile lies to the east of the tile's core; the core also reaches the memories to its
// west, north and south; the cascade leads to the east or to the south.

#include <array>

#include "arch/tile.hpp"

namespace xdnasim::arch {

/// The tiles whose memories the core of `core` reaches; some may not exist or not be CompTiles.
[[nodiscard]] constexpr std::array<TileId, 4> memories_in_reach(TileId core) {
    const auto [column, row] = core;
    return {{core, {column - 1, row}, {column, row + 1}, {column, row - 1}}};
}

/// The tiles whose cores reach the memory of `memory`; some may not exist or not be CompTiles.
[[nodiscard]] constexpr std::array<TileId, 4> cores_in_reach(TileId memory) {
    const auto [column, row] = memory;
    return {{memory, {column + 1, row}, {column, row + 1}, {column, row - 1}}};
}

/// The tiles that a cascade out of `core` may lead to; some may not exist or not be CompTiles.
[[nodiscard]] constexpr std::array<TileId, 2> cascade_targets(TileId core) {
    return {{{core.column + 1, core.row}, {core.column, core.row - 1}}};
}

}  // namespace xdnasim::arch
