#pragma once
// Files of text that a user names.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/place.hpp"

namespace xdnasim::base {

/// The file, called `source` in messages, to be read from its first byte on. Throws InputError when
/// it is missing, with near_file(), larger than `max_bytes`, or not a regular file, which could
/// make a reader wait.
[[nodiscard]] std::ifstream open_text_file(const std::filesystem::path& file, const Source& source,
                                           std::uintmax_t max_bytes);

/// Throws InputError at `place`, which names `file`, when it is missing, with near_file(), or when
/// nobody can tell, as of a name that is too long.
void require_file(const std::filesystem::path& file, const Place& place);

/// Throws InputError at the first byte of `text` that is not UTF-8, or a control character.
void require_text(std::string_view text, const Source& source);

/// "; did you mean 'problem.yaml'?", of a file in the folder of `file`, which is missing: one whose
/// name goes on with an ending, or else a near name with the same ending, or the same name with a
/// near one. "" when there is none.
[[nodiscard]] std::string near_file(const std::filesystem::path& file);

}  // namespace xdnasim::base
