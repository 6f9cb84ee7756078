#pragma once
// A comparison of runs as a table for people and as JSON for programs.

#include <string>

#include "cli/run_comparison.hpp"

namespace xdnasim::cli {

/// A column for each backend; others with their difference to the first.
[[nodiscard]] std::string run_comparison_report(const RunComparison& comparison);

/// One JSON object and a newline; `runs` are as `xdnasim simulate --json` has them.
[[nodiscard]] std::string run_comparison_json(const RunComparison& comparison);

}  // namespace xdnasim::cli
