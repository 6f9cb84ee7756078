#pragma once
// How a BD of a shim walks through the host's memory, as far as the memory's speed depends on it.

#include <cstdint>

#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// Rows of `run` contiguous bytes, `stride` apart.
struct AccessPattern {
    int buffer = -1;          ///< of the host
    arch::Bytes offset{};     ///< of the first run, in its buffer
    arch::Bytes run{};        ///< contiguous bytes
    arch::Bytes stride{};     ///< from run to run; 0: there is one
    std::int64_t rows = 1;    ///< runs before the pattern steps on
    bool along_rows = false;  ///< its next step goes on where the runs of the last one ended
};

/// Of one execution of `bd`, a BD of the host's memory, from `offset`.
[[nodiscard]] AccessPattern access_pattern(const schedule::Bd& bd, arch::Bytes offset);

}  // namespace xdnasim::sim
