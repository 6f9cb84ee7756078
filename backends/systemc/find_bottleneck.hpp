#pragma once
// The bottleneck of a simulated run, from its leads (sim/leads) and its statistics.

#include "arch/device.hpp"
#include "backends/bottleneck.hpp"
#include "backends/systemc/run_statistics.hpp"
#include "sim/npu_array.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

/// Returns the limit with the largest lead, and figures about it from the statistics. Precondition:
/// the schedule has a workload.
[[nodiscard]] Bottleneck find_bottleneck(const schedule::Schedule& schedule,
                                         const arch::Device& device, const sim::NpuArray& array,
                                         const RunStatistics& statistics);

}  // namespace xdnasim::backends
