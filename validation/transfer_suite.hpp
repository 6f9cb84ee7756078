#pragma once
// Times of transfers without kernels, as the host's clock sees them.

#include <vector>

#include "validation/suite.hpp"

namespace xdnasim::validation {

/// GEMM-like traffic and contiguous copies; each is simulated as the design that was measured.
[[nodiscard]] std::vector<Case> transfer_cases();

}  // namespace xdnasim::validation
