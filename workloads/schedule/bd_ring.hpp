#pragma once
// BDs that follow each other for ever.

#include <vector>

#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// A ring of BDs over `buffers`, each passing from `acquire` to `release`; ids from `first`.
[[nodiscard]] std::vector<Bd> ring(int first, const std::vector<BufferRef>& buffers,
                                   arch::Bytes length, const std::vector<Dimension>& dimensions,
                                   LockRef acquire, LockRef release);

/// The ring becomes what `channel` of the tile runs, from its start on.
void run_ring(TileProgram& program, arch::Direction direction, int channel,
              const std::vector<Bd>& ring);

}  // namespace xdnasim::schedule
