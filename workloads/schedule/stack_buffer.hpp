#pragma once
// Buffers that reserve room for a core's stack at another address than 0, where TileProgram::stack
// lies.

#include <string>

#include "arch/tile.hpp"

namespace xdnasim::schedule {

/// Name of the buffer in `memory` that reserves room for the stack of `core`.
[[nodiscard]] inline std::string stack_buffer_name(arch::TileId core, arch::TileId memory) {
    return memory == core ? "stack" : "stack of " + to_string(core);
}

}  // namespace xdnasim::schedule
