#pragma once
// The backend that simulates: runs a schedule on the SystemC model of the array.

#include <memory>

#include "backends/backend.hpp"

namespace xdnasim::backends {

/// SystemC knows one simulation in a process: run() throws InputError while a run of any of these
/// backends goes on, in another thread or around the call. Processes may run side by side.
[[nodiscard]] std::unique_ptr<Backend> make_systemc_backend();

}  // namespace xdnasim::backends
