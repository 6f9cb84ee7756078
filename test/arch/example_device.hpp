#pragma once
// A device with the stream switches of XDNA2 and an array of any size.

#include "arch/device.hpp"

namespace xdnasim::arch {

/// A device with one row of ShimTiles, `mem_rows` rows of MemTiles and `core_rows` rows of
/// CompTiles.
[[nodiscard]] Device example_device(int columns, int core_rows, int mem_rows = 1);

}  // namespace xdnasim::arch
