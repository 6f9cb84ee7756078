#pragma once
// What a run would be like if one of its limits were relaxed by a factor, which is two unless
// somebody says another: the one table of what belongs to which limit. Rates are multiplied by it;
// times are divided by it, those in cycles rounded to the nearest, halves up.
//
//   compute   cycles of a kernel's call, core_call, core_return, core_restore, core_lock_op; a
//             call loses no cycles to banks
//   stream    stream_width, and so what a FIFO of so many beats holds; a shim channel that is as
//             wide as its stream; port_width of the programmable logic, and its ports
//   DRAM      channel, read, write, total of the DRAM, read and write of the fabric; channel_run,
//             write_run, part_write, merge, run, translation.walk and write_walk
//   commands  bd_write, push and token of the command processor
//   latency   read_latency and write_latency of the DRAM; bd_switch, s2mm_start, mm2s_start,
//             dma_release, core_release, core_acquire, switch_hop; those of the cascade and of the
//             crossing from and to the programmable logic
//   buffers   places that are free at the start, by the locks that count them

#include "arch/device.hpp"
#include "workloads/schedule/limit.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {

/// The factor by which a limit is relaxed unless somebody says another one.
inline constexpr int kRelaxation = 2;

/// Preconditions: with `by`, a stream is a whole number of bytes wide; buffers double.
[[nodiscard]] arch::Device relaxed(arch::Device device, Limit limit, double by = kRelaxation);

/// What a call of any kernel takes then.
[[nodiscard]] arch::Cycles relaxed_call(arch::Cycles cycles, Limit limit, double by = kRelaxation);

/// The lock's value at the start, when buffers double.
[[nodiscard]] int relaxed_initial(const Lock& lock, Limit limit);

/// The same program with the kernels and locks that it has on the relaxed device. It is for
/// backends that move no data: where there are more buffers, it does not say where they lie.
/// `device`: not relaxed, what the kernels' cycles are found with.
[[nodiscard]] Schedule relaxed(Schedule schedule, const arch::Device& device, Limit limit,
                               double by = kRelaxation);

}  // namespace xdnasim::schedule
