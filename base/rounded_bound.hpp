#pragma once
// Numbers that people may take for a bound.

#include <string>

namespace xdnasim::base {

/// As significant() writes them, with so many digits, and never more than `value`, or never less.
[[nodiscard]] std::string rounded_down(double value, int digits);
[[nodiscard]] std::string rounded_up(double value, int digits);

}  // namespace xdnasim::base
