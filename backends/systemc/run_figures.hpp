#pragma once
// What a result says of a run that has ended, beside its times.

#include "backends/backend.hpp"
#include "backends/systemc/run_statistics.hpp"
#include "sim/npu_array.hpp"

namespace xdnasim::backends {

struct FinishedRun {
    const schedule::Schedule& schedule;
    const arch::Device& device;
    const sim::NpuArray& array;
    const RunStatistics& statistics;
};

/// What the trace units sent to host memory. An ideal trace takes no stream to there.
[[nodiscard]] arch::Bytes trace_bytes(const schedule::Schedule& schedule,
                                      const sim::NpuArray& array);

/// What cores, ports, cascades, DRAM and kernels did, and what held the run back. Preconditions:
/// its times are set, and describe_run() has described it.
void add_figures(RunResult& result, const FinishedRun& run);

}  // namespace xdnasim::backends
