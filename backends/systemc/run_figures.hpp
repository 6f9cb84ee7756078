#pragma once
// The figures of a finished run, except for its times.

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

/// Returns the bytes that the trace units sent to host memory; 0 for an ideal trace
/// (TraceRoute::Ideal), which uses no stream, and without a trace.
[[nodiscard]] arch::Bytes trace_bytes(const schedule::Schedule& schedule,
                                      const sim::NpuArray& array);

/// Adds the figures of cores, ports, cascades, DRAM and kernels, the note and the bottleneck.
/// Preconditions: the times of `result` are set, and describe_run() has been called on it.
void add_figures(RunResult& result, const FinishedRun& run);

}  // namespace xdnasim::backends
