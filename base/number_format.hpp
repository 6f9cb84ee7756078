#pragma once
// Formatting of numbers for people to read.

#include <cstdint>
#include <string>
#include <string_view>

namespace xdnasim::base {

[[nodiscard]] std::string grouped(std::int64_t value);          // "1,234,567"
[[nodiscard]] std::string grouped(double value, int decimals);  // "1,234.5"
/// `value` with at least `digits` significant digits, without trailing zeros after the point, and
/// without an exponent however small it is: 0.0000102.
[[nodiscard]] std::string significant(double value, int digits);
/// `value` with `decimals` decimals. Values below 0.1, which might show as zero, have three
/// significant digits instead.
[[nodiscard]] std::string figure(double value, int decimals = 2);
/// "1 block", "1,234 blocks". `what`: a noun whose plural is formed with an s.
[[nodiscard]] std::string counted(std::int64_t count, std::string_view what);
[[nodiscard]] std::string percent(double share);  // "12.3 %"

}  // namespace xdnasim::base
