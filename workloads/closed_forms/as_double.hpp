#pragma once
// Counts as the closed forms reckon with them.

#include "arch/units.hpp"

namespace xdnasim::closed_forms {

[[nodiscard]] constexpr double as_double(std::int64_t value) {
    return static_cast<double>(value);
}

template <class Tag, class Rep>
[[nodiscard]] constexpr double as_double(arch::Unit<Tag, Rep> value) {
    return static_cast<double>(value.count());
}

}  // namespace xdnasim::closed_forms
