#pragma once
// What memory the machine has left.

#include <cstdint>

namespace xdnasim::base {

/// Bytes that programs can still have without others being swapped out: MemAvailable of
/// /proc/meminfo, or, where Linux does not tell, all that there are.
[[nodiscard]] std::int64_t free_memory();

}  // namespace xdnasim::base
