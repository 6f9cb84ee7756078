#pragma once
// A recording's trace events (JSON) become the words of a trace buffer.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace xdnasim::recording {

/// Packets of several units follow each other as they fill up; behind the last one are zero words
/// up to the recording's number of words. Throws InputError when `file` is no such JSON.
[[nodiscard]] std::vector<std::uint32_t> encode_file(const std::filesystem::path& file);

}  // namespace xdnasim::recording
