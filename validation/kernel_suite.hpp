#pragma once
// Cycles of single kernel calls against the slot model.

#include <string>
#include <vector>

#include "validation/suite.hpp"

namespace xdnasim::validation {

/// The rows of files of measured/. A row that was traced in a running array loses cycles in the
/// memory banks, and takes the longer of that and the time to stream in a tile of A; the row's
/// bound says which.
[[nodiscard]] std::vector<Case> kernel_cases(const std::vector<std::string>& files);

}  // namespace xdnasim::validation
