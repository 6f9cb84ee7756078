#pragma once
// Values of parameters, apart from the design that they are of: for manifests, JSON and reports.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace xdnasim::parameters {

/// std::monostate: left open, and nothing was chosen.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

[[nodiscard]] inline bool is_set(const Value& value) {
    return !std::holds_alternative<std::monostate>(value);
}

/// A value under its path: "size.m", or "streams.0.rows" in an item of a list.
struct NamedValue {
    std::string path;
    Value value;
};
using Values = std::vector<NamedValue>;

}  // namespace xdnasim::parameters
