#pragma once
// Text files that a user names.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/place.hpp"

namespace xdnasim::base {

/// Opens a file, called `source` in messages, for reading from its first byte. Throws InputError if
/// it is missing (the message suggests near_file()), larger than `max_bytes`, or not a regular
/// file, since a pipe could block the reader.
[[nodiscard]] std::ifstream open_text_file(const std::filesystem::path& file, const Source& source,
                                           std::uintmax_t max_bytes);

/// Throws InputError at `place`, where `file` is named, if the file is missing (the message
/// suggests near_file()), or if its existence cannot be determined, as for a name that is too long.
void require_file(const std::filesystem::path& file, const Place& place);

/// Throws InputError at the first byte of `text` that is not UTF-8 or is a control character.
void require_text(std::string_view text, const Source& source);

/// "; did you mean 'problem.yaml'?" for a missing `file`: suggests a file of the same folder with
/// the same name plus an extension, else one with a similar name and the same extension, or the
/// same name and a similar extension. "" if there is none.
[[nodiscard]] std::string near_file(const std::filesystem::path& file);

}  // namespace xdnasim::base
