#pragma once
// The kernels of a schedule with what the device makes of them, shared by all cores.

#include <optional>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/bank_conflicts.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::calls {

/// What a call does with one of its arguments.
struct ArgumentUse {
    std::string array;  ///< what the kernel's program calls it
    vliw::ArrayAccesses accesses;
};

/// By number of the kernel.
struct KernelTable {
    const std::vector<kernels::Kernel>& kernels;
    std::vector<arch::Cycles> cycles{};  ///< of a call
    /// nullopt: the problem sets the cycles, and nothing is known of the kernel's accesses.
    std::vector<std::optional<vliw::CallSchedule>> schedules{};
    std::vector<std::vector<ArgumentUse>> arguments{};                 ///< of those with a schedule
    std::vector<std::vector<vliw::CascadeAccess>> cascade_accesses{};  ///< of a call

    void forget_accesses(std::size_t kernel) {
        schedules[kernel].reset();
        arguments[kernel].clear();
    }
};

[[nodiscard]] KernelTable make_kernel_table(const std::vector<kernels::Kernel>& kernels,
                                            const arch::Device& device);

// What a core's calls lose in the banks of the memories that they use, its own tile's and its
// neighbours', to each other's accesses, to the DMA and to other cores.

class BankStalls {
 public:
    /// All of them outlive it.
    BankStalls(const schedule::Schedule& schedule, const KernelTable& kernels,
               const arch::Device& device)
        : schedule_{schedule}, kernels_{kernels}, device_{device} {}

    /// Expected cycles that `call` loses, where its arguments lie, while channels of their tiles
    /// fill and empty the other buffers of their rings at the rate at which cores pass them on, and
    /// while other cores compute in the same memories. 0 for a kernel whose accesses are not known.
    /// Preconditions: the call is one of `program`, which is one of the schedule.
    [[nodiscard]] arch::Cycles of(const schedule::Call& call, const schedule::TileProgram& program);

 private:
    /// A kernel among what else goes on in its memories. Most cores of an array have the same.
    struct Company {
        int kernel = 0;
        int memories = 0;
        bool dma_takes_bank = false;
        std::vector<vliw::ArrayPlacement> arrays;
        std::vector<vliw::DmaTraffic> traffic;
        std::vector<vliw::CoreTraffic> cores;

        bool operator==(const Company&) const = default;
    };
    /// Of a call that takes `cycles`.
    [[nodiscard]] Company company_of(const schedule::Call& call,
                                     const schedule::TileProgram& program, double cycles) const;
    [[nodiscard]] double expected(const Company& company) const;

    const schedule::Schedule& schedule_;
    const KernelTable& kernels_;
    const arch::Device& device_;
    std::vector<std::pair<Company, arch::Cycles>> known_;
};

}  // namespace xdnasim::calls
