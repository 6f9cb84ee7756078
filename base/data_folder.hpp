#pragma once
// Where the files are that come with xdnasim.

#include <filesystem>
#include <string>

namespace xdnasim::base {

/// The folder `name` of the installation that the running program belongs to, or else `source`,
/// the one in the source tree. It need not exist.
[[nodiscard]] std::filesystem::path data_folder(const std::string& name,
                                                const std::filesystem::path& source);

}  // namespace xdnasim::base
