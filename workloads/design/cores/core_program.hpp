#pragma once
// The program of a core: blocks and loops of MLIR become the loops, lock operations and calls of a
// schedule.

#include "workloads/design/draft.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design {

/// What `operation`, an aie.core, does. What depends on data is followed where it only computes.
/// Throws InputError, with the place, for loops and branches whose course is not known before the
/// run.
void read_core(Draft& draft, KernelTable& kernels, const ir::Operation& operation);

}  // namespace xdnasim::design
