#pragma once
// Published whole-array GEMMs, as problems that can be run.

#include <string>
#include <vector>

#include "validation/suite.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::validation {

struct MeasuredArray {
    Measurement measured;  ///< TOPS
    double clock_ghz = 0;
    gemm::GemmDesign problem;   ///< with the slot model's kernel rate
    double macs_per_cycle = 0;  ///< measured, of one core
};

[[nodiscard]] std::vector<MeasuredArray> measured_arrays();

}  // namespace xdnasim::validation
