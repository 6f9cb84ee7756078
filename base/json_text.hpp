#pragma once
// JSON written as text. Names of files and devices may have bytes that are not UTF-8, of which JSON
// consists: they become U+FFFD.

#include <string>

namespace xdnasim::base {

/// `indent`: by level; -1: all on one line. `Json`: of nlohmann, ordered or not.
template <class Json>
[[nodiscard]] std::string json_text(const Json& value, int indent = -1) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace xdnasim::base
