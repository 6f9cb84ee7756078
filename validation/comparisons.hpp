#pragma once
// What one design gains over another. Both are simulated: nothing here is measured.

#include <string>
#include <vector>

namespace xdnasim::validation {

struct Comparison {
    std::string device;
    std::string what;
    double balanced = 0;     ///< TOPS
    double whole_array = 0;  ///< TOPS

    [[nodiscard]] double gain() const { return balanced / whole_array; }
};

/// The balanced GEMM with the mapping's own tiles against mlir-aie's whole_array GEMM, as the
/// example file describes it, on the same matrices.
[[nodiscard]] std::vector<Comparison> whole_array_comparisons();

}  // namespace xdnasim::validation
