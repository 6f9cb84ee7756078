#pragma once
// Paths of files that a value names.

#include <filesystem>

#include "base/node.hpp"

namespace xdnasim::base {

/// What `node` names: from the folder of the file that it stands in, or from the caller's when an
/// option says it. Throws InputError when it is not a text.
[[nodiscard]] inline std::filesystem::path named_path(const Node& node) {
    const std::filesystem::path path{node.as_string()};
    const Place& place = node.place();
    if (place.line == 0 || place.source == nullptr || path.is_absolute()) return path;
    return std::filesystem::path{*place.source}.parent_path() / path;
}

}  // namespace xdnasim::base
