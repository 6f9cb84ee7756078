#pragma once
// Paths that are given as values in files and options.

#include <filesystem>

#include "base/node.hpp"

namespace xdnasim::base {

/// The path that `node` gives. A relative path counts from the folder of the file that contains the
/// node, or from the working folder if the node is an option's value. Throws InputError if the node
/// is not a text.
[[nodiscard]] inline std::filesystem::path named_path(const Node& node) {
    const std::filesystem::path path{node.as_string()};
    const Place& place = node.place();
    if (place.line == 0 || place.source == nullptr || path.is_absolute()) return path;
    return std::filesystem::path{*place.source}.parent_path() / path;
}

}  // namespace xdnasim::base
