#pragma once
// What a person is told about a decoded trace.

#include <string>

#include "traces/recording/statistics.hpp"

namespace xdnasim::cli {

/// Per unit: when it was traced, its events that occurred, its kernels.
[[nodiscard]] std::string trace_summary(const recording::Decoded& decoded,
                                        const recording::Statistics& statistics,
                                        const recording::SlotNames& names);

}  // namespace xdnasim::cli
