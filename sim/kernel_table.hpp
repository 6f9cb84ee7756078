#pragma once
// The kernels of a schedule with what the device makes of them, shared by all cores.

#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// By number of the kernel.
struct KernelTable {
    const std::vector<kernels::Kernel>& kernels;
    std::vector<arch::Cycles> cycles{};  ///< of a call
    /// nullopt: the problem sets the cycles, and nothing is known of the kernel's accesses.
    std::vector<std::optional<vliw::CallSchedule>> schedules{};
};

[[nodiscard]] KernelTable make_kernel_table(const std::vector<kernels::Kernel>& kernels,
                                            const arch::Device& device);

// What a core's calls lose in the banks of its tile's memory, to its own accesses and to the DMA.

/// Expected cycles that `call` loses, where its arguments lie and while the tile's channels fill
/// and empty the other buffers of their rings at the rate at which the program passes them on.
/// 0 for a kernel whose accesses are not known. Precondition: the call is one of the program's.
[[nodiscard]] arch::Cycles memory_stall(const schedule::Call& call,
                                        const schedule::TileProgram& program,
                                        const KernelTable& kernels, const arch::Device& device);

}  // namespace xdnasim::sim
