#pragma once
// What follows from a run's time, whatever backend it is of.

#include <optional>
#include <vector>

#include "xdnasim/backends/backend.hpp"

namespace xdnasim::backends {

/// What ran, and of a GEMM with a time the TOPS and their share of the used cores' peak.
void describe_run(RunResult& result, const schedule::Schedule& schedule,
                  const arch::Device& device);

/// What a run that is no GEMM reads and writes: each matrix is sent once, and comes back once.
/// nullopt for a GEMM.
[[nodiscard]] std::optional<arch::Bytes> transferred_bytes(const schedule::Schedule& schedule);

/// `bytes` read and written, by npu_time and time().
[[nodiscard]] TransferRates transfer_rates(const RunResult& result, arch::Bytes bytes);

/// Array cycles that all cores together spend in a state.
[[nodiscard]] arch::Cycles time_in(events::CoreState state, const std::vector<CoreTimes>& cores);

}  // namespace xdnasim::backends
