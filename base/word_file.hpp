#pragma once
// A file of 32-bit words: raw, little-endian, or as text, a word of 8 hexadecimal digits a line.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace xdnasim::base {

/// A file of characters that people can read is text, where blanks and empty lines do not count.
/// Throws InputError: open_text_file()'s, over 256 MiB, a line that is not a word, "FILE:LINE:
/// ...", and bytes that are not whole words.
[[nodiscard]] std::vector<std::uint32_t> load_words(const std::filesystem::path& file);

}  // namespace xdnasim::base
