#pragma once
// Measured kernel calls, and what the slot model makes of them.

#include <algorithm>
#include <string>
#include <vector>

#include "xdnasim/workloads/kernels/kernel.hpp"
#include "xdnasim/workloads/kernels/matmul_program.hpp"

namespace xdnasim::kernels {

struct MeasuredCall {
    std::string source;
    std::string device;
    Matmul matmul;  ///< without the shape of the device's instruction
    CallKind kind{};
    bool running_array = false;  ///< traced in one; otherwise of a core alone, with call and return
    double cycles = 0;
};

/// Rows of a file of validation/measured.
[[nodiscard]] std::vector<MeasuredCall> measured_calls(const std::string& file);

struct ModelledCall {
    double kernel = 0;
    double stalls = 0;  ///< in memory banks, in a running array
    double stream = 0;  ///< time to stream in the tile of A, in a running array

    [[nodiscard]] double cycles() const { return std::max(kernel + stalls, stream); }
};

[[nodiscard]] ModelledCall model(const MeasuredCall& call);

}  // namespace xdnasim::kernels
