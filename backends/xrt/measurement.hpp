#pragma once
// Runs on an NPU, timed by the host's clock.

#include <optional>

#include "backends/backend.hpp"
#include "backends/xrt/npu.hpp"
#include "backends/xrt/xrt_backend.hpp"
#include "workloads/schedule/host_memory.hpp"

namespace xdnasim::backends {

using schedule::HostMemory;

struct Measurement {
    RepeatedTimes times;
    std::optional<TraceFigures> trace;  ///< of the last run, when the schedule has one
};

/// Gives the NPU all of `host`, runs the design as often as `options` say, and takes back the
/// outputs and the trace of the last run. The inputs in `host` are neither written nor read again.
[[nodiscard]] Measurement measure(Npu& npu, const schedule::Schedule& schedule, HostMemory& host,
                                  const XrtOptions& options);

}  // namespace xdnasim::backends
