#pragma once
// A core's structured program as a flat list that a core can step through.

#include <cstdint>
#include <variant>
#include <vector>

#include "xdnasim/workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// Runs the instructions up to the matching EndLoop `count` times; for ever if negative.
struct BeginLoop {
    std::int64_t count;
    std::size_t end;  ///< index of its EndLoop
};

struct EndLoop {
    std::size_t begin;  ///< index of its BeginLoop
};

using CoreInstruction =
    std::variant<schedule::Acquire, schedule::Release, schedule::Call, BeginLoop, EndLoop>;

[[nodiscard]] std::vector<CoreInstruction> flatten(const schedule::CoreBody& body);

}  // namespace xdnasim::sim
