#pragma once
// The results of the regression as JSON, which report/ and other programs read.

#include <filesystem>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "validation/regression.hpp"
#include "validation/sweeps.hpp"

// Gains of one design over another. Both are simulated; neither is measured.

namespace xdnasim::validation {

struct Comparison {
    std::string device;
    std::string what;
    double balanced = 0;     ///< TOPS
    double whole_array = 0;  ///< TOPS

    [[nodiscard]] double gain() const { return balanced / whole_array; }
};

/// Compares the balanced GEMM, with tiles chosen by the mapping, with mlir-aie's whole_array GEMM
/// as the example file describes it, on the same matrices.
[[nodiscard]] std::vector<Comparison> whole_array_comparisons();

// Measured rows that contradict each other: no values of the model's parameters meet both sides.

struct Conflict {
    struct Side {
        std::string claim;
        std::vector<std::string> rows;  ///< ids of measured rows: "ddr_bandwidth:12"
    };
    std::string title;
    std::string why;
    std::vector<Side> sides;
};

/// Loads conflicts. Throws InputError with file:line:column for any error in the file.
[[nodiscard]] std::vector<Conflict> load_conflicts(const std::filesystem::path& file);

/// Loads the conflicts that come with xdnasim.
[[nodiscard]] std::vector<Conflict> known_conflicts();

struct Findings {
    std::vector<SuiteResult> suites;
    std::vector<Sweep> sweeps{};
    std::vector<Comparison> comparisons{};
    std::vector<Conflict> conflicts{};
    std::vector<arch::Device> devices{};
};

[[nodiscard]] std::string regression_json(const Findings& findings);

/// Loads the devices that the rows of the suites name, in the order of their names.
[[nodiscard]] std::vector<arch::Device> devices_of(const std::vector<SuiteResult>& suites);

}  // namespace xdnasim::validation
