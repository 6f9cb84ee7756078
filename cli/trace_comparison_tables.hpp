#pragma once
// What a person is told about two recordings that were compared.

#include <string>

#include "traces/comparison/comparison.hpp"

namespace xdnasim::cli {

/// Per unit: its kernels, its events, where it first diverges; at the end, what it comes to.
[[nodiscard]] std::string comparison_report(const comparison::Comparison& comparison);

}  // namespace xdnasim::cli
