#pragma once
// A recording's trace events (JSON) become the words of a trace buffer.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace xdnasim::recording {

inline constexpr std::uint64_t kMaxEncodedWords = std::uint64_t{1} << 24;  ///< 64 MB

/// Packets of several units follow each other as they fill up; behind the last one are zero words
/// up to the recording's number of words. Throws InputError when `file` is no such JSON, or comes
/// to more than kMaxEncodedWords.
[[nodiscard]] std::vector<std::uint32_t> encode_file(const std::filesystem::path& file);

}  // namespace xdnasim::recording
