#pragma once
// YAML files that are read only once, however many other files refer to them.

#include <filesystem>
#include <map>
#include <optional>

#include "base/node.hpp"

namespace xdnasim::base {

/// Content of files by path; nullopt: there is no such file, or it cannot be read.
using ReadFiles = std::map<std::filesystem::path, std::optional<Node>>;

}  // namespace xdnasim::base
