#pragma once
// Workloads that configure the array several times: part after part.

#include <functional>
#include <vector>

#include "backends/backend.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

/// What `problem` runs one after the other; most problems alone.
[[nodiscard]] std::vector<problem::Problem> parts_of(const problem::Problem& problem);

/// The result of all `parts` of `whole`, each of which `run` runs, with the reconfigurations of the
/// array between them. What holds the run back is that of its longest part.
[[nodiscard]] backends::RunResult run_parts(
    const problem::Problem& whole, const std::vector<problem::Problem>& parts,
    const std::function<backends::RunResult(const problem::Problem&)>& run);

}  // namespace xdnasim::cli
