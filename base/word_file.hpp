#pragma once
// A file of 32-bit words: raw little-endian words, or text with one word of 8 hexadecimal digits
// per line.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace xdnasim::base {

/// Reads a file of words. A file that consists of printable characters is read as text; blanks and
/// empty lines are ignored. Throws InputError as open_text_file() does, for more than 256 MiB, for
/// a line that is not a word ("FILE:LINE: ..."), and for raw bytes that are not whole words.
[[nodiscard]] std::vector<std::uint32_t> load_words(const std::filesystem::path& file);

}  // namespace xdnasim::base
