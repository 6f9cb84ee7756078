#pragma once
// Files of YAML that are read once, however many name them.

#include <filesystem>
#include <map>
#include <optional>

#include "base/node.hpp"

namespace xdnasim::base {

/// What they hold; none: there is no such file, or it cannot be read.
using ReadFiles = std::map<std::filesystem::path, std::optional<Node>>;

}  // namespace xdnasim::base
