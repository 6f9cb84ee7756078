#pragma once
// A run's result as JSON for programs to read. Its keys are part of the command's interface.

#include <string>

#include "backends/backend.hpp"

namespace xdnasim::cli {

/// One JSON object and a newline. Values that the backend does not know are null.
[[nodiscard]] std::string result_json(const backends::RunResult& result);

}  // namespace xdnasim::cli
