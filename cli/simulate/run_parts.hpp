#pragma once
// Runs of workloads that consist of several parts and configure the array for each of them.

#include <functional>
#include <vector>

#include "backends/backend.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

/// The parts of `problem`, in the order in which they run. Most problems consist of a single part,
/// the problem itself.
[[nodiscard]] std::vector<problem::Problem> parts_of(const problem::Problem& problem);

/// Runs all `parts` of `whole` with `run` and returns their common result, which includes the
/// reconfigurations of the array between them. Its bottleneck is that of the longest part.
[[nodiscard]] backends::RunResult run_parts(
    const problem::Problem& whole, const std::vector<problem::Problem>& parts,
    const std::function<backends::RunResult(const problem::Problem&)>& run);

}  // namespace xdnasim::cli
