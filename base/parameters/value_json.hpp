#pragma once
// Conversion of parameter values to JSON.

#include <type_traits>
#include <variant>

#include "base/parameters/kinds.hpp"

namespace xdnasim::parameters {

/// The value in JSON; null if it was left open. `Json`: nlohmann::json or nlohmann::ordered_json.
template <class Json>
[[nodiscard]] Json value_json(const Value& value) {
    return std::visit(
        [](const auto& held) -> Json {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(held)>, std::monostate>)
                return nullptr;
            else
                return held;
        },
        value);
}

}  // namespace xdnasim::parameters
