#pragma once
// Files that are taken whole and as they are.

#include <filesystem>
#include <string>

namespace xdnasim::cli {

/// Throws InputError when `file` cannot be read.
[[nodiscard]] std::string content_of(const std::filesystem::path& file);

}  // namespace xdnasim::cli
