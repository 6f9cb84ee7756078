#pragma once
// Numbers as people read them.

#include <cstdint>
#include <string>
#include <string_view>

namespace xdnasim::base {

[[nodiscard]] std::string grouped(std::int64_t value);          // "1,234,567"
[[nodiscard]] std::string grouped(double value, int decimals);  // "1,234.5"
/// With as many digits at least, without zeros at its end and without an exponent, however small it
/// is: 0.0000102.
[[nodiscard]] std::string significant(double value, int digits);
/// With as many decimals; below 0.1, of which those may show nothing, with three digits.
[[nodiscard]] std::string figure(double value, int decimals = 2);
/// "1 block", "1,234 blocks": `what` is a word that an s makes several of.
[[nodiscard]] std::string counted(std::int64_t count, std::string_view what);
[[nodiscard]] std::string percent(double share);  // "12.3 %"

}  // namespace xdnasim::base
