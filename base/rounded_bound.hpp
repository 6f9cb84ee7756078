#pragma once
// Formatting of numbers that are shown as bounds.

#include <string>

namespace xdnasim::base {

/// `value` with `digits` digits, formatted as by significant(), but always rounded down or always
/// rounded up, so that the result is never above or never below `value`.
[[nodiscard]] std::string rounded_down(double value, int digits);
[[nodiscard]] std::string rounded_up(double value, int digits);

}  // namespace xdnasim::base
