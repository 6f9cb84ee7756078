#pragma once
// A value of a JSON file, for messages about it.

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace xdnasim::recording {

/// As it stands there; of lists and objects, which may be of any size and depth, only that.
[[nodiscard]] std::string shown(const nlohmann::json& value);

}  // namespace xdnasim::recording
