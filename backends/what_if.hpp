#pragma once
// What a run would save with a limit relaxed (workloads/schedule/relaxation.hpp), found by running
// it again.

#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/limit.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

/// Runs the problem again with `limit` relaxed by the factor `by` (schedule::relaxed) and returns
/// what that saves. `result`, `options` and preconditions: as for what_if().
[[nodiscard]] Relief relief(Backend& backend, const schedule::Schedule& schedule,
                            const arch::Device& device, const RunOptions& options,
                            const RunResult& result, schedule::Limit limit, double by);

/// Runs the problem once per limit with that limit relaxed, and returns what each saves, largest
/// gain first. `result`, `options`: those of the run with no limit relaxed; of the options only
/// `reconfigure` counts, so nothing is verified or reported to listeners, and the words of a trace
/// are dropped. Preconditions: backend.models_device(), and the result has an NPU time.
[[nodiscard]] std::vector<Relief> what_if(Backend& backend, const schedule::Schedule& schedule,
                                          const arch::Device& device, const RunOptions& options,
                                          const RunResult& result);

/// Replaces limit and gain of the bottleneck, a forecast from one run, with those of the relaxed
/// run that saves most; the limit stays if none saves time. The figures stay those of the one run.
/// Does nothing for a result without bottleneck or without `what_if`.
void judge_by_what_if(RunResult& result);

}  // namespace xdnasim::backends
