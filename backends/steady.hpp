#pragma once
// How fast iterations follow each other when a run no longer starts.

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

/// Sets `steady`, and by it `tops` and `peak_fraction`, of a run whose workload iterates and whose
/// ports have moved three frames or more. Preconditions: its cores, ports and cycles are set.
void describe_steady(RunResult& result, const schedule::Schedule& schedule,
                     const arch::Device& device);

}  // namespace xdnasim::backends
