#pragma once
// What a run would save with a limit relaxed (workloads/schedule/relaxation.hpp): the run again.

#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/limit.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

/// The same problem again with one limit relaxed by a factor (schedule::relaxed). `result`,
/// `options` and preconditions: those of `what_if`.
[[nodiscard]] Relief relief(Backend& backend, const schedule::Schedule& schedule,
                            const arch::Device& device, const RunOptions& options,
                            const RunResult& result, schedule::Limit limit, double by);

/// The same problem again, each time with another limit relaxed: of every limit, the largest gain
/// first. `result`: of the run with none relaxed; `options`: that run's. What it would verify, tell
/// or trace is left out here. Precondition: backend.models_device(), and the result has an NPU
/// time.
[[nodiscard]] std::vector<Relief> what_if(Backend& backend, const schedule::Schedule& schedule,
                                          const arch::Device& device, const RunOptions& options,
                                          const RunResult& result);

/// The bottleneck, which is a forecast from one run, becomes what `what_if` has found: the limit
/// that saves most, and what it saves. The figures stay those of the one run. For a result without
/// either it does nothing.
void judge_by_what_if(RunResult& result);

}  // namespace xdnasim::backends
