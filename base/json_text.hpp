#pragma once
// JSON output. JSON must be UTF-8, but names of files and devices may have bytes that are not:
// these become U+FFFD.

#include <string>

namespace xdnasim::base {

/// The text of `value`. `indent`: spaces per level; -1: all on one line. `Json`: nlohmann::json or
/// nlohmann::ordered_json.
template <class Json>
[[nodiscard]] std::string json_text(const Json& value, int indent = -1) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace xdnasim::base
