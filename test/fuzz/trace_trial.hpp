#pragma once
// Any bytes as the words of a trace buffer.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xdnasim::fuzz {

/// Longer inputs find nothing that shorter ones do not, and repeats in them take long.
inline constexpr std::size_t kMaxTrace = 4096;

struct TraceTrial {
    std::uint64_t levels = 0;
    std::uint64_t faults = 0;
};

/// Decodes `bytes` both ways; throws std::logic_error when levels go back in time or their words,
/// written again, do not read the same.
TraceTrial decode_trace(std::string_view bytes);

}  // namespace xdnasim::fuzz
