#pragma once
// Files to be read.

#include <filesystem>
#include <fstream>

namespace xdnasim::recording {

/// Throws InputError with the reason when it is no readable file.
[[nodiscard]] std::ifstream open_file(const std::filesystem::path& file);

}  // namespace xdnasim::recording
