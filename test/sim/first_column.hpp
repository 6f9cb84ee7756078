#pragma once
// Tiles of column 0, on any device with one row of MemTiles.

#include "arch/tile.hpp"

namespace xdnasim::sim::test {

inline constexpr arch::TileId kShim{0, 0};
inline constexpr arch::TileId kMem{0, 1};
inline constexpr arch::TileId kCore{0, 2};

}  // namespace xdnasim::sim::test
