#pragma once
// A comparison as JSON, which the report reads.

#include <string>
#include <vector>

#include "traces/comparison/comparison.hpp"
#include "traces/comparison/windows.hpp"

namespace xdnasim::comparison {

/// With what both recordings hold in `windows`.
[[nodiscard]] std::string comparison_json(const Comparison& comparison, const Recorded& measured,
                                          const Recorded& simulated,
                                          const std::vector<Window>& windows);

}  // namespace xdnasim::comparison
