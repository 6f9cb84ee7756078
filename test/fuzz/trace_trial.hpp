#pragma once
// Trials of arbitrary bytes as the words of a trace buffer.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xdnasim::fuzz {

/// Maximum number of bytes. Longer inputs find no further errors, and repeats in them take long.
inline constexpr std::size_t kMaxTrace = 4096;

struct TraceTrial {
    std::uint64_t levels = 0;
    std::uint64_t faults = 0;
};

/// Decodes `bytes` as the hardware writes and as mlir-aie's parser reads. Throws std::logic_error
/// if levels go back in time, or change when they are encoded and decoded again.
TraceTrial decode_trace(std::string_view bytes);

}  // namespace xdnasim::fuzz
