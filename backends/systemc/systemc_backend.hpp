#pragma once
// The backend that simulates: runs a schedule on the SystemC model of the array.

#include <memory>

#include "backends/backend.hpp"

namespace xdnasim::backends {

[[nodiscard]] std::unique_ptr<Backend> make_systemc_backend();

}  // namespace xdnasim::backends
