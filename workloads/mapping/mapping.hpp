#pragma once
// Maps a workload to the schedule of an array: its program, the units that trace it, routes, and
// the check that the hardware can run it. Each step runs once.

#include <memory>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::mapping {

/// Maps a workload. `trace`: what to trace; null: nothing. Throws MappingError when the device has
/// no room for the workload or the trace, InputError when the flows cannot be routed or a limit of
/// the hardware is exceeded.
[[nodiscard]] schedule::Schedule map_workload(std::shared_ptr<const schedule::Workload> workload,
                                              const arch::Device& device,
                                              const tracing::TraceRequest* trace = nullptr);

/// The steps of map_workload() after the workload's own program: adds the trace, routes all flows,
/// and validates. Throws as map_workload() does.
void complete(schedule::Schedule& schedule, const arch::Device& device,
              const tracing::TraceRequest* trace = nullptr);

}  // namespace xdnasim::mapping
