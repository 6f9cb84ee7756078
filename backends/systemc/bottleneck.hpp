#pragma once
// Says what held a GEMM back most, from the statistics of its run.

#include "xdnasim/backends/backend.hpp"
#include "xdnasim/backends/systemc/run_statistics.hpp"
#include "xdnasim/sim/npu_array.hpp"

namespace xdnasim::backends {

[[nodiscard]] Bottleneck find_bottleneck(const schedule::Schedule& schedule,
                                         const arch::Device& device, const sim::NpuArray& array,
                                         const RunStatistics& statistics);

}  // namespace xdnasim::backends
