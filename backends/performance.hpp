#pragma once
// What follows from a run's time, whatever backend it is of, and from that of the same run with a
// limit relaxed (workloads/schedule/relaxation.hpp).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/estimate.hpp"
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

/// The same problem again with one limit relaxed by a factor (schedule::relaxed). `result`,
/// `options` and preconditions: those of `what_if`.
[[nodiscard]] Relief relief(Backend& backend, const schedule::Schedule& schedule,
                            const arch::Device& device, const RunOptions& options,
                            const RunResult& result, schedule::Limit limit, double by);

/// The same problem again, each time with another limit relaxed: of every limit, the largest gain
/// first. `result`: of the run with none relaxed; `options`: that run's. What it would verify, tell
/// or trace is left out here. Precondition: backend.models_device(), and the result has an NPU
/// time.
[[nodiscard]] std::vector<Relief> what_if(Backend& backend, const schedule::Schedule& schedule,
                                          const arch::Device& device, const RunOptions& options,
                                          const RunResult& result);

/// The bottleneck, which is a forecast from one run, becomes what `what_if` has found: the limit
/// that saves most, and what it saves. The figures stay those of the one run. For a result without
/// either it does nothing.
void judge_by_what_if(RunResult& result);

/// What RunResult::latency is of a run with these ports.
[[nodiscard]] std::optional<arch::Nanoseconds> latency_of(const std::vector<PortFigures>& ports);

// How fast iterations follow each other when a run no longer starts.

/// Iterations of the shortest run that tells: the first time between two is left out, and of the
/// others it takes one for each of two buffers.
inline constexpr std::int64_t kMinSteadyIterations = 4;

// Each gives nullopt unless the workload is measured in operations and goes over ports to the PL.

/// Of a simulated run, which has iterated so often. Preconditions: its cores, ports and cycles are
/// set.
[[nodiscard]] std::optional<SteadyFigures> steady_of(const RunResult& result,
                                                     const schedule::Schedule& schedule,
                                                     const arch::Device& device);
/// By the closed forms of a run that iterates so often: the longest term, which is what an
/// iteration is bound by.
[[nodiscard]] std::optional<SteadyFigures> steady_of(const schedule::Estimate& estimate,
                                                     const schedule::Schedule& schedule,
                                                     const arch::Device& device);
/// Of an iteration that was recorded.
[[nodiscard]] std::optional<SteadyFigures> steady_of(arch::Nanoseconds iteration, SteadyBound bound,
                                                     const schedule::Schedule& schedule);

/// Sets `steady`, and where there is one, by it `tops` and `peak_fraction`.
void set_steady(RunResult& result, std::optional<SteadyFigures> steady,
                const schedule::Schedule& schedule, const arch::Device& device);

}  // namespace xdnasim::backends
