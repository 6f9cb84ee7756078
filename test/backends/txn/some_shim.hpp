#pragma once

#include "arch/tile.hpp"

namespace xdnasim::txn::test {

inline constexpr arch::TileId kShim{1, 0};

}  // namespace xdnasim::txn::test
