#pragma once
// The regression for other programs: what report/ reads.

#include <filesystem>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "validation/regression.hpp"
#include "validation/sweeps.hpp"

// What one design gains over another. Both are simulated: nothing here is measured.

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

// Measured rows that disagree: no parameter meets both sides.

struct Conflict {
    struct Side {
        std::string claim;
        std::vector<std::string> rows;  ///< ids of measured rows: "ddr_bandwidth:12"
    };
    std::string title;
    std::string why;
    std::vector<Side> sides;
};

/// Throws InputError with file:line:column for everything that is wrong with the file.
[[nodiscard]] std::vector<Conflict> load_conflicts(const std::filesystem::path& file);

/// Those that come with xdnasim.
[[nodiscard]] std::vector<Conflict> known_conflicts();

struct Findings {
    std::vector<SuiteResult> suites;
    std::vector<Sweep> sweeps{};
    std::vector<Comparison> comparisons{};
    std::vector<Conflict> conflicts{};
    std::vector<arch::Device> devices{};
};

[[nodiscard]] std::string regression_json(const Findings& findings);

/// Those that rows are about, by name.
[[nodiscard]] std::vector<arch::Device> devices_of(const std::vector<SuiteResult>& suites);

}  // namespace xdnasim::validation
