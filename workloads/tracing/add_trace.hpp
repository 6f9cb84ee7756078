#pragma once
// Adds trace units to a schedule: what they watch, the packets that carry their words to a shim,
// the buffer there, and the signals that start and stop them.

#include "base/error.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/tracing/trace_request.hpp"

namespace xdnasim::tracing {

/// Precondition: `schedule` has no trace, and no routes: its flows are routed with those of the
/// trace. Throws MappingError when the device has no room for what is asked: channels of a shim,
/// BDs, packet ids, ports of the switches.
void add_trace(schedule::Schedule& schedule, const TraceRequest& request,
               const arch::Device& device);

/// Throws MappingError: the flows of `trace`, of which `error` speaks, cannot be routed; and what
/// could be asked for instead.
[[noreturn]] void refuse_without_route(const TraceRequest& request, const schedule::Trace& trace,
                                       const base::InputError& error);

}  // namespace xdnasim::tracing
