#pragma once
// The check of an elementwise run: what comes back is what the kernel makes of the input.

#include <cstdint>

#include "xdnasim/backends/backend.hpp"
#include "xdnasim/backends/verification/host_memory.hpp"

namespace xdnasim::backends {

/// Random bytes in; the same for a seed on every machine. `host` has a buffer for each of the
/// schedule's. Precondition: the schedule is elementwise.
void fill_for_elementwise(const schedule::Schedule& schedule, std::uint64_t seed, HostMemory& host);

/// Runs the kernel on every object and compares byte for byte.
[[nodiscard]] Verification check_elementwise(const schedule::Schedule& schedule, HostMemory& host);

}  // namespace xdnasim::backends
