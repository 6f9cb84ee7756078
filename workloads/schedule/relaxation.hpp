#pragma once
// Relaxation of one limit of a run by a factor, by default two. This is the only table of the
// parameters that belong to each limit. Rates are multiplied by the factor; times are divided by
// it, and those in cycles are rounded to the nearest integer, halves up.
//
//   compute   cycles of a kernel's call, core_call, core_return, core_restore, core_lock_op; bank
//             conflicts cost no cycles
//   stream    stream_width, and with it the bytes of FIFOs measured in beats; the rate of a shim
//             channel that is as fast as its stream; the PL's port_width, and the width of its
//             ports
//   DRAM      channel, read, write, total of the DRAM, read and write of the fabric; channel_run,
//             write_run, part_write, merge, run, translation.walk and write_walk
//   commands  bd_write, push and token of the command processor
//   latency   read_latency and write_latency of the DRAM; bd_switch, s2mm_start, mm2s_start,
//             dma_release, core_release, core_acquire, switch_hop; the latency of the cascade and
//             of the crossing from and to the programmable logic
//   buffers   initial values of the locks that count free buffers

#include "arch/device.hpp"
#include "workloads/schedule/limit.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {

/// The default factor of relaxation.
inline constexpr int kRelaxation = 2;

/// The device with `limit` relaxed. Preconditions: the relaxed stream width is a whole number of
/// bytes; Limit::Buffers is only relaxed by two, whatever `by` says.
[[nodiscard]] arch::Device relaxed(arch::Device device, Limit limit, double by = kRelaxation);

/// Cycles of a kernel call that takes `cycles` on the device that is not relaxed.
[[nodiscard]] arch::Cycles relaxed_call(arch::Cycles cycles, Limit limit, double by = kRelaxation);

/// Initial value of the lock; doubled for a lock of role Free if `limit` is Limit::Buffers.
[[nodiscard]] int relaxed_initial(const Lock& lock, Limit limit);

/// The same program with the kernels and locks of the relaxed device, for backends that move no
/// data: additional buffers have no addresses. `device` is the device that is not relaxed; it gives
/// the cycles of the kernels.
[[nodiscard]] Schedule relaxed(Schedule schedule, const arch::Device& device, Limit limit,
                               double by = kRelaxation);

}  // namespace xdnasim::schedule
