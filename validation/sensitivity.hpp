#pragma once
// What each parameter of the memory does to the errors of the suites: each is raised by 10 %, and
// the rows of its device are simulated again.

#include <span>
#include <string>
#include <vector>

#include "validation/suite.hpp"

namespace xdnasim::validation {

/// One for each device as it is, and one for each of its parameters. The value is the median error
/// of all rows, as a fraction; details hold that of each suite.
[[nodiscard]] std::vector<Case> sensitivity_cases();

/// A table in Markdown for each device. `simulations` are those of `cases`, in their order.
[[nodiscard]] std::string sensitivity_tables(std::span<const Case> cases,
                                             std::span<const Simulation> simulations);

}  // namespace xdnasim::validation
