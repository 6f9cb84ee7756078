#pragma once
// What `xdnasim kernel` says about a kernel's schedule: as text, as JSON, as a table of slots.

#include <cstdint>
#include <string>

#include "arch/slot_model.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::cli {

struct KernelReport {
    std::string name;
    std::string device;
    const arch::SlotModel& slots;
    vliw::CallSchedule call;
    std::int64_t macs = 0;           ///< of a call; 0: it multiplies nothing
    double peak_macs_per_cycle = 0;  ///< of the matrix instruction
};

[[nodiscard]] std::string kernel_summary(const KernelReport& report);

/// Keys: kernel, device, cycles, macs_per_cycle, efficiency, ii, prologue, loop, between_blocks,
/// epilogue, overhead, slots {name: share of all cycles}, bottleneck. Null where the kernel
/// multiplies nothing or has no loop.
[[nodiscard]] std::string kernel_json(const KernelReport& report);

/// The schedule as cli/plots/kernel_slots.py reads it.
[[nodiscard]] std::string kernel_schedule_json(const KernelReport& report);

/// Cycles down, slots across, with the operations' labels; at most `rows` lines of cycles.
[[nodiscard]] std::string kernel_timeline(const KernelReport& report, int rows);

}  // namespace xdnasim::cli
