#pragma once
// A file of 32-bit words: raw, little-endian, or as text, a word of 8 hexadecimal digits a line.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace xdnasim::artifacts {

/// A file of digits and line ends alone is text. Throws InputError, with the place, when it cannot
/// be read, is over 256 MiB, or ends within a word.
[[nodiscard]] std::vector<std::uint32_t> read_words(const std::filesystem::path& file);

}  // namespace xdnasim::artifacts
