#pragma once
// Texts in UTF-8 that come from a file.

#include <cstddef>
#include <string>
#include <string_view>

namespace xdnasim::base {

/// `text` without the byte order mark that some editors write before it.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// Length in bytes of the UTF-8 character at the beginning of `text`; 0 if none is there.
[[nodiscard]] std::size_t character_length(std::string_view text);

/// `text` as characters of one line, which every file format and terminal takes. Bytes that are not
/// UTF-8, control characters, line separators and U+FFFE and U+FFFF, which XML forbids, become a
/// backslash and two hexadecimal digits for each byte: "\0A", as in MLIR.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace xdnasim::base
