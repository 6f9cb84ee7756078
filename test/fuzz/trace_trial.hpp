#pragma once
// Trials of arbitrary bytes as the words of a trace buffer.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xdnasim::fuzz {

/// Maximum number of bytes of an input. Longer inputs find no further errors, and the repeats in
/// them take long.
inline constexpr std::size_t kMaxTrace = 4096;

struct TraceTrial {
    std::uint64_t levels = 0;  ///< number of decoded levels of all streams
    std::uint64_t faults = 0;  ///< number of faults that the decoder reported
};

/// Decodes `bytes` as the hardware writes them and as mlir-aie's parser reads them; the returned
/// numbers are those of the former. Throws std::logic_error if levels go back in time, or change
/// when they are encoded and decoded again.
TraceTrial decode_trace(std::string_view bytes);

}  // namespace xdnasim::fuzz
