#pragma once
// Adds trace units to a schedule: what they watch, the packets that carry their words to a shim,
// the buffer there, and the signals that start and stop them.

#include "xdnasim/workloads/schedule/schedule.hpp"
#include "xdnasim/workloads/tracing/trace_request.hpp"

namespace xdnasim::tracing {

/// Precondition: `schedule` is valid and has no trace. All its flows are routed anew.
/// Throws MappingError when the device has no room for what is asked: channels of a shim, BDs,
/// packet ids, ports of the switches.
void add_trace(schedule::Schedule& schedule, const TraceRequest& request,
               const arch::Device& device);

}  // namespace xdnasim::tracing
