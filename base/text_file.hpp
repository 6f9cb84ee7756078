#pragma once
// Files of text that a user names.

#include <cstdint>
#include <filesystem>
#include <fstream>

#include "base/place.hpp"

namespace xdnasim::base {

/// The file, called `source` in messages, to be read from its first byte on. Throws InputError when
/// it is missing, larger than `max_bytes`, or not a regular file, which could make a reader wait.
[[nodiscard]] std::ifstream open_text_file(const std::filesystem::path& file, const Source& source,
                                           std::uintmax_t max_bytes);

}  // namespace xdnasim::base
