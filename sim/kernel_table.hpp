#pragma once
// The kernels of a schedule with what the device makes of them, shared by all cores.

#include <optional>
#include <vector>

#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

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

}  // namespace xdnasim::sim
