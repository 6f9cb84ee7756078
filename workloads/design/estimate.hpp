#pragma once
// Closed forms for a program of which nothing is known but its schedule.

#include "arch/device.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::design {

/// What each part of the array takes alone: the traffic of host memory, each stream, each core. How
/// often a ring of BDs and a core's loop go round follows from what comes before them: streams pass
/// all that they are sent, and locks hand on one round's units to the next. A part whose rounds do
/// not follow is left out: a run takes about as long as the estimate, or longer.
[[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                          const arch::Device& device,
                                          const schedule::KernelCycles& cycles);

}  // namespace xdnasim::design
