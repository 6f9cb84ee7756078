#pragma once
// The check of a transfer: what comes back is what was sent.

#include <cstdint>

#include "xdnasim/backends/backend.hpp"
#include "xdnasim/backends/verification/host_memory.hpp"

namespace xdnasim::backends {

/// Random bytes in every matrix that is sent; the same for a seed on every machine. `host` has a
/// buffer for each of the schedule's.
void fill_for_copies(const schedule::TransferDescription& transfer, std::uint64_t seed,
                     HostMemory& host);

/// Compares byte for byte.
[[nodiscard]] Verification check_copies(const schedule::TransferDescription& transfer,
                                        const HostMemory& host);

}  // namespace xdnasim::backends
