#pragma once
// Ties between cores that follow from the hardware.

#include "arch/tile.hpp"
#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {

/// A tie by which `from`, of the given kind, reaches the memory of `to` beside its own: the core of
/// a CompTile, or the DMA of a mem tile.
[[nodiscard]] Tie memory_tie(arch::TileKind kind, CoreId from, CoreId to);

/// A tie by which a cascade can lead from `from` to `to`.
[[nodiscard]] Tie cascade_tie(CoreId from, CoreId to);

}  // namespace xdnasim::netlist
