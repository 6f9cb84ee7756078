#pragma once
// The backend that calculates: the closed forms of a schedule's workload, without its streams and
// waits. Far below a millisecond once the kernels' cycles are known.

#include <memory>

#include "backends/backend.hpp"

namespace xdnasim::backends {

/// Remembers the kernels' cycles from run to run.
[[nodiscard]] std::unique_ptr<Backend> make_analytic_backend();

}  // namespace xdnasim::backends
