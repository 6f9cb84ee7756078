#pragma once
// The regression for other programs: what report/ reads.

#include <string>
#include <vector>

#include "arch/device.hpp"
#include "validation/comparisons.hpp"
#include "validation/conflicts.hpp"
#include "validation/regression.hpp"
#include "validation/sweeps.hpp"

namespace xdnasim::validation {

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
