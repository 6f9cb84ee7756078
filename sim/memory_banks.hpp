#pragma once
// What a core's calls lose in the banks of its tile's memory, to its own accesses and to the DMA.

#include "arch/device.hpp"
#include "sim/kernel_table.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// Expected cycles that `call` loses, where its arguments lie and while the tile's channels fill
/// and empty the other buffers of their rings at the rate at which the program passes them on.
/// 0 for a kernel whose accesses are not known. Precondition: the call is one of the program's.
[[nodiscard]] arch::Cycles memory_stall(const schedule::Call& call,
                                        const schedule::TileProgram& program,
                                        const KernelTable& kernels, const arch::Device& device);

}  // namespace xdnasim::sim
