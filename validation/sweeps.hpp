#pragma once
// One setting varied, to show how the result depends on it.

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

/// TOPS of a run. Throws MappingError when the problem cannot be mapped.
[[nodiscard]] SweepPoint point_at(double x, const gemm::GemmDesign& problem,
                                  const arch::Device& device);

struct Series {
    std::string name;
    std::vector<SweepPoint> points;  ///< simulated
};

struct Sweep {
    std::string name;
    std::string device;
    std::string x_label;
    std::string y_label;
    bool log_x = false;
    std::vector<Series> series;
    std::vector<std::pair<double, double>> measured;  ///< those that are known
};

/// Depth of the mem tile's tile, of each design of which two have been measured.
[[nodiscard]] std::vector<Sweep> depth_sweeps();

/// Costs of the command processor's steps, which no source gives, of each design that has been
/// measured with sequential and with overlapped BD reconfiguration.
[[nodiscard]] std::vector<Sweep> command_sweeps();

/// Square matrices of int8, with the mapping's own tiles.
[[nodiscard]] std::vector<Sweep> size_sweeps();

/// One and two buffers of C in a core, each with the deepest tiles that leave room for them.
[[nodiscard]] std::vector<Sweep> buffer_sweeps();

[[nodiscard]] std::vector<Sweep> all_sweeps();

}  // namespace xdnasim::validation
