#pragma once
// Values of parameters as lines of text, which tests compare and read back.

#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/parameters/kinds.hpp"

namespace xdnasim::parameters::test {

/// Returns the value as it is written in a problem file; empty if it is left open.
[[nodiscard]] inline std::string spelling(const Value& value) {
    return std::visit(
        [](const auto& held) -> std::string {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(held)>, std::monostate>)
                return {};
            else
                return fmt::format("{}", held);
        },
        value);
}

/// Returns a line for each value, such as "size.m: 64", or "shift: (open)" if it is left open.
[[nodiscard]] inline std::vector<std::string> lines(const Values& values) {
    std::vector<std::string> all;
    for (const NamedValue& named : values)
        all.push_back(named.path + ": " + (is_set(named.value) ? spelling(named.value) : "(open)"));
    return all;
}

}  // namespace xdnasim::parameters::test
