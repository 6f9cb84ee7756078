#pragma once
// `--exact-check` of `xdnasim simulate`: comparison with a run in which no repeat is skipped.

#include <cstddef>

#include "backends/backend.hpp"

namespace xdnasim::cli {

/// Compares two results as JSON, except the figures that depend on the machine or on what was
/// skipped, and returns the number of compared figures. Throws Error (CheckFailed) with the first
/// figure that differs.
std::size_t require_equal(const backends::RunResult& skipping, const backends::RunResult& full);

}  // namespace xdnasim::cli
