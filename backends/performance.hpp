#pragma once
// What follows from a run's time, whatever backend it is of.

#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

/// Sets `tops`, and what share of the used cores' peak they are.
void set_tops(RunResult& result, double tops, const schedule::Work& work,
              const arch::Device& device);

/// What ran, and with a time its TOPS and their share of the used cores' peak; of a workload that
/// is measured in bytes, the rate of those it `moved` from and to DRAM, without those of its trace,
/// and of those that pass ports to programmable logic, or else of those that it has to move.
void describe_run(RunResult& result, const schedule::Schedule& schedule, const arch::Device& device,
                  std::optional<arch::Bytes> moved = std::nullopt);

/// The rates of so many bytes over the result's times. Precondition: result.timed().
[[nodiscard]] TransferRates transfer_rates(const RunResult& result, arch::Bytes moved);

/// Array cycles that all cores together spend in a state.
[[nodiscard]] arch::Cycles time_in(events::CoreState state, const std::vector<CoreTimes>& cores);

/// What RunResult::latency is of a run with these ports.
[[nodiscard]] std::optional<arch::Nanoseconds> latency_of(const std::vector<PortFigures>& ports);

}  // namespace xdnasim::backends
