#pragma once
// How fast iterations follow each other when a run no longer starts.

#include <cstdint>
#include <optional>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

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
