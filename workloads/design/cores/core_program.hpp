#pragma once
// Reads the program of a core: blocks and loops of MLIR become the loops, lock operations and calls
// of a schedule.

#include "workloads/design/draft.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design {

/// Adds the program of `operation`, an aie.core, to its tile. Where a path depends on data, the
/// code may only compute. Throws InputError, with the place, for loops and branches whose course is
/// not known before the run.
void read_core(Draft& draft, KernelTable& kernels, const ir::Operation& operation);

}  // namespace xdnasim::design
