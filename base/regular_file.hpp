#pragma once
// Binary files that a user names.

#include <filesystem>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>

namespace xdnasim::base {

/// Opens a file for reading from its first byte. Throws InputError if it cannot be read or is not a
/// regular file, since a pipe could block the reader.
[[nodiscard]] std::ifstream open_regular_file(const std::filesystem::path& file);

/// All remaining bytes of `stream`, which reads `file`. Throws InputError if reading fails before
/// the end, as with a broken disk.
[[nodiscard]] std::string read_all(std::istream& stream, std::string_view file);

/// Throws the InputError for a file that can be opened but not read to its end.
[[noreturn]] void fail_to_read(std::string_view file);

/// All bytes of a file. Throws InputError as open_regular_file() and read_all() do.
[[nodiscard]] std::string bytes_of_file(const std::filesystem::path& file);

}  // namespace xdnasim::base
