#pragma once
// Steady-state figures of runs that iterate over ports to the programmable logic (PL).

#include <cstdint>
#include <optional>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

/// Fewest iterations that give a steady state. Four frames have three times between them: the first
/// one is left out, and the other two cover the ping and the pong buffer.
inline constexpr std::int64_t kMinSteadyIterations = 4;

// Each steady_of() returns nullopt unless the workload is measured in operations and its data
// passes ports to the PL.

/// Returns the figures of a simulated run; nullopt if it has fewer than kMinSteadyIterations.
/// Preconditions: cores, ports and cycles of the result are set.
[[nodiscard]] std::optional<SteadyFigures> steady_of(const RunResult& result,
                                                     const schedule::Schedule& schedule,
                                                     const arch::Device& device);
/// Returns the figures by closed forms: the longest term limits each iteration; nullopt if there
/// are fewer than kMinSteadyIterations.
[[nodiscard]] std::optional<SteadyFigures> steady_of(const schedule::Estimate& estimate,
                                                     const schedule::Schedule& schedule,
                                                     const arch::Device& device);
/// Returns the figures for a recorded iteration time.
[[nodiscard]] std::optional<SteadyFigures> steady_of(arch::Nanoseconds iteration, SteadyBound bound,
                                                     const schedule::Schedule& schedule);

/// Sets `steady`, and where it has a value, `tops` and `peak_fraction` to those of steady state.
void set_steady(RunResult& result, std::optional<SteadyFigures> steady,
                const schedule::Schedule& schedule, const arch::Device& device);

}  // namespace xdnasim::backends
