#pragma once
// What of a design serves the words of its trace units on their way to the host.

#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {

/// Does S2MM channel `channel` of `shim` write them?
[[nodiscard]] bool takes_trace(const Schedule& schedule, arch::TileId shim, int channel);

/// Does the BD hold them?
[[nodiscard]] bool holds_trace(const Schedule& schedule, const WriteBd& write);

}  // namespace xdnasim::schedule
