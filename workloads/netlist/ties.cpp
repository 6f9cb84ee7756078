#include "workloads/netlist/ties.hpp"

#include "arch/neighbours.hpp"

namespace xdnasim::netlist {

Tie memory_tie(arch::TileKind kind, CoreId from, CoreId to) {
    Tie tie{from, to, {}};
    if (kind == arch::TileKind::MemTile) {
        // The DMA of a mem tile reaches the mem tiles to its east and west (AM020, memory tile).
        tie.offsets = {{1, 0}, {-1, 0}};
        return tie;
    }
    for (const arch::TileId memory : arch::memories_in_reach({0, 0}))
        tie.offsets.push_back({memory.column, memory.row});
    return tie;
}

Tie cascade_tie(CoreId from, CoreId to) {
    Tie tie{from, to, {}};
    for (const arch::TileId target : arch::cascade_targets({0, 0}))
        tie.offsets.push_back({target.column, target.row});
    return tie;
}

}  // namespace xdnasim::netlist
