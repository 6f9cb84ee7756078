#pragma once
// Free memory of the machine.

#include <cstdint>

namespace xdnasim::base {

/// Bytes that programs can still allocate without swapping: MemAvailable of /proc/meminfo, or the
/// machine's whole memory if Linux does not report it.
[[nodiscard]] std::int64_t free_memory();

}  // namespace xdnasim::base
