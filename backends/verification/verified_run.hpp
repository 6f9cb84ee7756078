#pragma once
// A run with real data, for all backends that move data: random inputs, and a check of the outputs
// against results computed without the simulator.

#include <cstdint>
#include <vector>

#include "backends/backend.hpp"
#include "workloads/schedule/data_run.hpp"
#include "workloads/schedule/host_memory.hpp"
#include "workloads/schedule/verification.hpp"

namespace xdnasim::backends {

using schedule::HostMemory;

/// Returns host buffers of the sizes in the schedule: random values where the workload describes an
/// input (the same for a seed on every machine), zeros elsewhere.
[[nodiscard]] HostMemory random_inputs(const schedule::Schedule& schedule, std::uint64_t seed);

/// Returns the buffers that the workload writes, which the check compares; no trace buffers.
[[nodiscard]] std::vector<schedule::HostBufferRef> outputs_of(const schedule::Schedule& schedule);

struct VerifiedRun {
    schedule::Verification verification;
    std::uint64_t output_hash = 0;  ///< fingerprint of all outputs, concatenated
};

/// Calls `run` on the host memory of random_inputs(), and has the workload check the outputs. `run`
/// may write only to outputs, since another thread may read the inputs meanwhile. Throws InputError
/// if the schedule has no workload or its data does not fit into the memory left on this machine,
/// and whatever `run` throws.
[[nodiscard]] VerifiedRun verified_run(const schedule::Schedule& schedule, std::uint64_t seed,
                                       const schedule::DataRun& run);

}  // namespace xdnasim::backends
