#pragma once
// The stream switches of XDNA 2 in an array of any size, for tests of what is built on them.

#include "arch/device.hpp"

namespace xdnasim::arch {

/// One shim row, `mem_rows` rows of mem tiles, `core_rows` rows of cores.
[[nodiscard]] Device example_device(int columns, int core_rows, int mem_rows = 1);

}  // namespace xdnasim::arch
