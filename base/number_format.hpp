#pragma once
// Numbers as people read them.

#include <cstdint>
#include <string>

namespace xdnasim::base {

[[nodiscard]] std::string grouped(std::int64_t value);          // "1,234,567"
[[nodiscard]] std::string grouped(double value, int decimals);  // "1,234.5"
[[nodiscard]] std::string percent(double share);                // "12.3 %"

}  // namespace xdnasim::base
