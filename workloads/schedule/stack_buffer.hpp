#pragma once
// Room for a core's stack elsewhere than at address 0, where TileProgram::stack lies.

#include <string>

#include "arch/tile.hpp"

namespace xdnasim::schedule {

/// What a buffer in `memory` is called that keeps room for the stack of `core`.
[[nodiscard]] inline std::string stack_buffer_name(arch::TileId core, arch::TileId memory) {
    return memory == core ? "stack" : "stack of " + to_string(core);
}

}  // namespace xdnasim::schedule
