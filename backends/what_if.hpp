#pragma once
// The same problem again, each time with another limit relaxed (workloads/schedule/relaxation.hpp).

#include <vector>

#include "backends/backend.hpp"

namespace xdnasim::backends {

/// Of every limit, the largest gain first. `result`: of the run with none relaxed; `options`: that
/// run's. What it would verify, tell or trace is left out here.
/// Precondition: backend.models_device(), and the result has an NPU time.
[[nodiscard]] std::vector<Relief> what_if(Backend& backend, const schedule::Schedule& schedule,
                                          const arch::Device& device, const RunOptions& options,
                                          const RunResult& result);

}  // namespace xdnasim::backends
