#pragma once
// What a schedule computes, as fields under the names of the problem file.

#include <vector>

#include "xdnasim/backends/artifacts/manifest.hpp"

namespace xdnasim::artifacts {

/// All that the data in the host's buffers depends on, and how it is cut into tiles.
[[nodiscard]] std::vector<Field> problem_fields(const schedule::Schedule& schedule);

}  // namespace xdnasim::artifacts
