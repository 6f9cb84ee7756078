#pragma once
// The kernels of a schedule with their times and accesses on the device; shared by all cores.

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

/// Accesses of a call to one of its arguments.
struct ArgumentUse {
    std::string array;  ///< name of the array in the kernel's program
    vliw::ArrayAccesses accesses;
};

/// Properties of kernels, by number of the kernel.
struct KernelTable {
    const std::vector<kernels::Kernel>& kernels;
    std::vector<arch::Cycles> cycles{};  ///< cycles of a call
    /// nullopt: the problem sets the cycles, and the kernel's accesses are not known.
    std::vector<std::optional<vliw::CallSchedule>> schedules{};
    /// Uses of the arguments; empty without a schedule.
    std::vector<std::vector<ArgumentUse>> arguments{};
    /// Cascade accesses of a call.
    std::vector<std::vector<vliw::CascadeAccess>> cascade_accesses{};

    void forget_accesses(std::size_t kernel) {
        schedules[kernel].reset();
        arguments[kernel].clear();
    }
};

[[nodiscard]] KernelTable make_kernel_table(const std::vector<kernels::Kernel>& kernels,
                                            const arch::Device& device);

// Stalls of a core's calls in the banks of the memories that they use, their own tile's and its
// neighbours': by the calls' own accesses, by the DMA and by other cores.

class BankStalls {
 public:
    /// `schedule`, `kernels` and `device` must outlive this object.
    BankStalls(const schedule::Schedule& schedule, const KernelTable& kernels,
               const arch::Device& device)
        : schedule_{schedule}, kernels_{kernels}, device_{device} {}

    /// Expected cycles that `call` loses with its arguments where they lie, while channels of these
    /// tiles fill and empty the other buffers of their rings, at the rate at which cores pass these
    /// on, and while other cores compute in the same memories. 0 for a kernel whose accesses are
    /// not known. Preconditions: the call is one of `program`, which is one of the schedule's.
    [[nodiscard]] arch::Cycles of(const schedule::Call& call, const schedule::TileProgram& program);

 private:
    /// A kernel and everything else that happens in its memories. Most cores of an array have equal
    /// ones.
    struct Company {
        int kernel = 0;
        int memories = 0;
        bool dma_takes_bank = false;
        std::vector<vliw::ArrayPlacement> arrays;
        std::vector<vliw::DmaTraffic> traffic;
        std::vector<vliw::CoreTraffic> cores;

        bool operator==(const Company&) const = default;
    };
    /// Describes the memories of a call that takes `cycles`.
    [[nodiscard]] Company company_of(const schedule::Call& call,
                                     const schedule::TileProgram& program, double cycles) const;
    [[nodiscard]] double expected(const Company& company) const;

    const schedule::Schedule& schedule_;
    const KernelTable& kernels_;
    const arch::Device& device_;
    std::vector<std::pair<Company, arch::Cycles>> known_;
};

}  // namespace xdnasim::calls
