#pragma once
// The regression for other programs: what report/ reads.

#include <string>
#include <vector>

#include "xdnasim/arch/device.hpp"
#include "xdnasim/validation/regression.hpp"
#include "xdnasim/validation/sweeps.hpp"

namespace xdnasim::validation {

[[nodiscard]] std::string regression_json(const std::vector<SuiteResult>& suites,
                                          const std::vector<Sweep>& sweeps,
                                          const std::vector<arch::Device>& devices);

/// Those that rows are about, by name.
[[nodiscard]] std::vector<arch::Device> devices_of(const std::vector<SuiteResult>& suites);

}  // namespace xdnasim::validation
