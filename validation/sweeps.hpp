#pragma once
// One setting varied, to show how the result depends on it.

#include <string>
#include <utility>
#include <vector>

namespace xdnasim::validation {

using Point = std::pair<double, double>;

struct Sweep {
    std::string name;
    std::string device;
    std::string x_label;
    std::string y_label;
    std::vector<Point> points;    ///< simulated
    std::vector<Point> measured;  ///< those that are known
};

/// Depth of the mem tile's tile, of each design of which two have been measured.
[[nodiscard]] std::vector<Sweep> depth_sweeps();

/// Costs of the command processor's steps, which no source gives, of each design that has been
/// measured with sequential and with overlapped BD reconfiguration.
[[nodiscard]] std::vector<Sweep> command_sweeps();

[[nodiscard]] std::vector<Sweep> all_sweeps();

}  // namespace xdnasim::validation
