#pragma once
// Words as the bytes of a file: of each the lowest first, as an NPU's memory has them.

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

namespace xdnasim::words {

static_assert(std::endian::native == std::endian::little, "words lie in memory as in files");

/// As long as `words` live.
[[nodiscard]] inline std::string_view as_bytes(std::span<const std::uint32_t> words) {
    return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
}

}  // namespace xdnasim::words
