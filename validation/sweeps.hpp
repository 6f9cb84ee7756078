#pragma once
// Sweeps: one setting is varied, to show how the result depends on it.

#include <string>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "validation/suite.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::validation {

struct SweepPoint {
    double x = 0;
    double y = 0;
    Bound bound{};
};

/// Simulates the problem and returns its TOPS and bound at `x`. Throws MappingError if the problem
/// cannot be mapped.
[[nodiscard]] SweepPoint point_at(double x, const gemm::GemmDesign& problem,
                                  const arch::Device& device);

struct Series {
    std::string name;
    std::vector<SweepPoint> points;  ///< simulated points
};

struct Sweep {
    std::string name;
    std::string device;
    std::string x_label;
    std::string y_label;
    bool log_x = false;
    std::vector<Series> series;
    std::vector<std::pair<double, double>> measured;  ///< measured points (x, y), if known
};

/// Sweeps of k_mt, the depth of the mem tile's tile, for each design that was measured at two
/// depths.
[[nodiscard]] std::vector<Sweep> depth_sweeps();

/// Sweeps of the costs of the command processor's operations, which no source gives, for each
/// design that was measured both with sequential and with overlapped BD reconfiguration.
[[nodiscard]] std::vector<Sweep> command_sweeps();

/// Sweeps of the size of square int8 matrices, with tiles chosen by the mapping.
[[nodiscard]] std::vector<Sweep> size_sweeps();

/// Sweeps of the tile height with one and with two buffers of C in a core, each with the deepest
/// tile that fits beside the buffers.
[[nodiscard]] std::vector<Sweep> buffer_sweeps();

[[nodiscard]] std::vector<Sweep> all_sweeps();

}  // namespace xdnasim::validation
