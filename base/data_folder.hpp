#pragma once
// Where the files are that come with xdnasim.

#include <filesystem>
#include <string>

namespace xdnasim::base {

/// The file that holds this code: the command, or a library that a program has loaded.
[[nodiscard]] std::filesystem::path program_file();

/// The `xdnasim` command of the installation, or of the build, that program_file() belongs to; it
/// need not exist.
[[nodiscard]] std::filesystem::path command_file();

/// The folder `name` of the installation that program_file() belongs to; else, of a program that
/// the CMake package has linked with installed libraries, theirs; or else `source`, the one in the
/// source tree. It need not exist. An installation has it as ../share/xdnasim/NAME of the command,
/// and as share/xdnasim/NAME beside a library.
[[nodiscard]] std::filesystem::path data_folder(const std::string& name,
                                                const std::filesystem::path& source);

}  // namespace xdnasim::base
