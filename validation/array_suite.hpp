#pragma once
// TOPS of whole-array GEMMs, as the host's clock sees them.

#include <cstdint>
#include <vector>

#include "validation/suite.hpp"

namespace xdnasim::validation {

/// Where a core's multiply-accumulates per cycle come from.
enum class KernelRates : std::uint8_t { Measured, SlotModel };

[[nodiscard]] std::vector<Case> array_cases(KernelRates rates);

}  // namespace xdnasim::validation
