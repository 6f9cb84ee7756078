#pragma once
// The backend that simulates: runs a schedule on the SystemC model of the array.

#include <memory>

#include "backends/backend.hpp"

namespace xdnasim::backends {

/// Makes the backend. SystemC allows one simulation at a time in a process: run() throws InputError
/// while another run of such a backend is in progress, be it in another thread or one whose
/// callback calls run(). Several processes may simulate in parallel.
[[nodiscard]] std::unique_ptr<Backend> make_systemc_backend();

}  // namespace xdnasim::backends
