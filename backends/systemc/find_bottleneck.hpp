#pragma once
// Says what held a run back most, from its statistics.

#include "arch/device.hpp"
#include "backends/bottleneck.hpp"
#include "backends/systemc/run_statistics.hpp"
#include "sim/npu_array.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

/// Precondition: the schedule has a workload.
[[nodiscard]] Bottleneck find_bottleneck(const schedule::Schedule& schedule,
                                         const arch::Device& device, const sim::NpuArray& array,
                                         const RunStatistics& statistics);

}  // namespace xdnasim::backends
