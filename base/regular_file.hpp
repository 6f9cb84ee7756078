#pragma once
// Files of any bytes that a user names.

#include <filesystem>
#include <fstream>
#include <string>

namespace xdnasim::base {

/// To be read from its first byte on. Throws InputError when it cannot be read, or is not a regular
/// file: a pipe would make a reader wait.
[[nodiscard]] std::ifstream open_regular_file(const std::filesystem::path& file);

/// All bytes of it. Throws InputError as open_regular_file() does.
[[nodiscard]] std::string bytes_of_file(const std::filesystem::path& file);

}  // namespace xdnasim::base
