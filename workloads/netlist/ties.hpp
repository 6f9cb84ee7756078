#pragma once
// What of the hardware ties cores to each other.

#include "arch/tile.hpp"
#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {

/// `to` lies where `from`, which is of that kind, reaches its memory beside its own: the core of a
/// CompTile, the DMA of a mem tile.
[[nodiscard]] Tie memory_tie(arch::TileKind kind, CoreId from, CoreId to);

/// A cascade leads from `from` to `to`.
[[nodiscard]] Tie cascade_tie(CoreId from, CoreId to);

}  // namespace xdnasim::netlist
