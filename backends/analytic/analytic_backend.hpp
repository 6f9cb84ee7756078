#pragma once
// The analytic backend: evaluates the closed forms of a schedule's workload, without simulating
// streams and waits. Takes far less than a millisecond once the kernels' cycles are known.

#include <memory>

#include "backends/backend.hpp"

namespace xdnasim::backends {

/// Makes the backend, which keeps the kernels' cycles from run to run.
[[nodiscard]] std::unique_ptr<Backend> make_analytic_backend();

}  // namespace xdnasim::backends
