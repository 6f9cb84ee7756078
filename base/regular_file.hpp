#pragma once
// Files of any bytes that a user names.

#include <filesystem>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>

namespace xdnasim::base {

/// To be read from its first byte on. Throws InputError when it cannot be read, or is not a regular
/// file: a pipe would make a reader wait.
[[nodiscard]] std::ifstream open_regular_file(const std::filesystem::path& file);

/// All bytes that are left in `stream`, which reads `file`. Throws InputError when reading fails on
/// the way, as of a broken disk: what came so far is not the file.
[[nodiscard]] std::string read_all(std::istream& stream, std::string_view file);

/// Throws the InputError of a file that can be opened and not be read to its end.
[[noreturn]] void fail_to_read(std::string_view file);

/// All bytes of it. Throws InputError as open_regular_file() and read_all() do.
[[nodiscard]] std::string bytes_of_file(const std::filesystem::path& file);

}  // namespace xdnasim::base
