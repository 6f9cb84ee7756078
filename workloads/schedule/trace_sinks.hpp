#pragma once
// The channels and BDs of a design that carry trace words to the host.

#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {

/// Does S2MM channel `channel` of `shim` write trace words?
[[nodiscard]] bool takes_trace(const Schedule& schedule, arch::TileId shim, int channel);

/// Does the BD write trace words to host memory?
[[nodiscard]] bool holds_trace(const Schedule& schedule, const WriteBd& write);

}  // namespace xdnasim::schedule
