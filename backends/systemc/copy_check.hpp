#pragma once
// The check of a transfer: what comes back is what was sent.

#include <cstdint>

#include "xdnasim/backends/backend.hpp"
#include "xdnasim/sim/memory_map.hpp"

namespace xdnasim::backends {

/// Random bytes in every matrix that is sent, zeros where it comes back; the same for a seed on
/// every machine. `host` has a buffer for each of the schedule's.
void fill_for_copies(const schedule::TransferDescription& transfer, std::uint64_t seed,
                     sim::HostMemory& host);

/// Compares byte for byte.
[[nodiscard]] Verification check_copies(const schedule::TransferDescription& transfer,
                                        const sim::HostMemory& host);

}  // namespace xdnasim::backends
