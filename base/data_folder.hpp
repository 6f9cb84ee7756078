#pragma once
// Locations of the files that come with xdnasim.

#include <filesystem>
#include <string>

namespace xdnasim::base {

/// The file that contains this code: the command, or a library that a program has loaded.
[[nodiscard]] std::filesystem::path program_file();

/// The `xdnasim` command of the installation, or of the build, that program_file() belongs to; it
/// need not exist.
[[nodiscard]] std::filesystem::path command_file();

/// The data folder `name`: that of the installation that program_file() belongs to; else, in a
/// program that the CMake package has linked with installed libraries, that of the libraries; else
/// `source`, the folder in the source tree. It need not exist. An installation has the folder at
/// ../share/xdnasim/NAME, relative to the folder of the command, and at share/xdnasim/NAME beside a
/// library.
[[nodiscard]] std::filesystem::path data_folder(const std::string& name,
                                                const std::filesystem::path& source);

}  // namespace xdnasim::base
