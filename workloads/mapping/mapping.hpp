#pragma once
// From a workload to the schedule of an array: its program, the units that trace it, routes, and
// the proof that the hardware can run it. Each is done once.

#include <memory>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::mapping {

/// `trace`: what is traced; null: nothing. Throws MappingError when the device has no room for the
/// workload or the trace, InputError when the flows cannot be routed or the hardware's limits are
/// broken.
[[nodiscard]] schedule::Schedule map_workload(std::shared_ptr<const schedule::Workload> workload,
                                              const arch::Device& device,
                                              const tracing::TraceRequest* trace = nullptr);

/// What map_workload() does behind the workload's own program: adds what traces it, routes all
/// flows, and validates. Throws as map_workload() does.
void complete(schedule::Schedule& schedule, const arch::Device& device,
              const tracing::TraceRequest* trace = nullptr);

}  // namespace xdnasim::mapping
