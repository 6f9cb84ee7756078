#pragma once
// A run with real data: its inputs, the right answer computed beside it, and the check.

#include <cstdint>
#include <functional>

#include "xdnasim/backends/backend.hpp"
#include "xdnasim/sim/memory_map.hpp"

namespace xdnasim::backends {

/// Fills the host memory of a schedule with random inputs, calls `run` on it while another
/// thread computes a GEMM's reference, and compares.
/// Throws InputError when the schedule describes nothing that could be compared, or its matrices
/// would not fit into this machine's memory, and what `run` throws.
[[nodiscard]] Verification verified_run(const schedule::Schedule& schedule, std::uint64_t seed,
                                        const std::function<void(sim::HostMemory&)>& run);

}  // namespace xdnasim::backends
