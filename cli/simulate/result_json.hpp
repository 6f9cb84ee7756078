#pragma once
// A run's result for programs to read; its keys are part of the command's contract.

#include <string>

#include "backends/backend.hpp"

namespace xdnasim::cli {

/// One JSON object and a newline. What the backend does not know is null.
[[nodiscard]] std::string result_json(const backends::RunResult& result);

}  // namespace xdnasim::cli
