#pragma once
// A run with real data: its inputs, the right answer computed beside it, and the check. Every
// backend that moves data is checked by this.

#include <cstdint>
#include <vector>

#include "backends/backend.hpp"
#include "workloads/schedule/data_run.hpp"
#include "workloads/schedule/host_memory.hpp"
#include "workloads/schedule/verification.hpp"

namespace xdnasim::backends {

using schedule::HostMemory;

/// Buffers of the sizes that the schedule says: random where it describes an input, the same for a
/// seed on every machine, and zeros.
[[nodiscard]] HostMemory random_inputs(const schedule::Schedule& schedule, std::uint64_t seed);

/// The buffers that a run is to write, but for a trace's: what the check looks at.
[[nodiscard]] std::vector<schedule::HostBufferRef> outputs_of(const schedule::Schedule& schedule);

struct VerifiedRun {
    schedule::Verification verification;
    std::uint64_t output_hash = 0;  ///< fingerprint of the outputs, one after the other
};

/// Calls `run` on the host memory of random_inputs(), and has the workload check what it wrote:
/// `run` may write to the outputs alone, since another thread may read the inputs meanwhile.
/// Throws InputError when the schedule has no workload, or its matrices
/// would not fit into this machine's memory, and what `run` throws.
[[nodiscard]] VerifiedRun verified_run(const schedule::Schedule& schedule, std::uint64_t seed,
                                       const schedule::DataRun& run);

}  // namespace xdnasim::backends
