#pragma once
// What a change to a design costs, against ablations that were published.

#include <vector>

#include "validation/measured_arrays.hpp"
#include "validation/suite.hpp"

namespace xdnasim::validation {

struct MeasuredEffect {
    Measurement measured;  ///< share of the throughput that the change loses
    MeasuredArray base;
    gemm::GemmDesign changed;
};

[[nodiscard]] std::vector<MeasuredEffect> measured_effects();

[[nodiscard]] std::vector<Case> effect_cases();

}  // namespace xdnasim::validation
