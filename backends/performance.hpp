#pragma once
// Figures derived from a run's times, in the same way for all backends: TOPS, rates, latency.

#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

/// Sets `tops`, and `peak_fraction`, their share of the used cores' peak rate, if that is known.
void set_tops(RunResult& result, double tops, const schedule::Work& work,
              const arch::Device& device);

/// Sets device and workload, and for a timed result TOPS and their share of the used cores' peak.
/// For a workload that is measured in bytes it sets the rates instead, of `moved` and the bytes
/// through ports to the programmable logic. `moved`: bytes read from and written to DRAM, without
/// those of the trace; nullopt: the rates are those of the bytes that the workload has to move.
void describe_run(RunResult& result, const schedule::Schedule& schedule, const arch::Device& device,
                  std::optional<arch::Bytes> moved = std::nullopt);

/// Returns the rates of `moved` bytes over the result's times. Precondition: result.timed().
[[nodiscard]] TransferRates transfer_rates(const RunResult& result, arch::Bytes moved);

/// Returns the array cycles that the cores spend in `state`, summed over all cores.
[[nodiscard]] arch::Cycles time_in(events::CoreState state, const std::vector<CoreTimes>& cores);

/// Returns RunResult::latency of a run with these ports.
[[nodiscard]] std::optional<arch::Nanoseconds> latency_of(const std::vector<PortFigures>& ports);

}  // namespace xdnasim::backends
