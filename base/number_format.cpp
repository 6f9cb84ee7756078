#include "base/number_format.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace xdnasim::base {
namespace {

constexpr std::size_t kGroup = 3;

/// Inserts commas into the integer part of `number`, as formatted by fmt.
std::string with_commas(std::string number) {
    const std::size_t first_digit = number.starts_with('-') ? 1 : 0;
    std::size_t end = std::min(number.find('.'), number.size());
    while (end > first_digit + kGroup) {
        end -= kGroup;
        number.insert(end, 1, ',');
    }
    return number;
}

}  // namespace

std::string grouped(std::int64_t value) {
    return with_commas(fmt::to_string(value));
}

std::string grouped(double value, int decimals) {
    return with_commas(fmt::format("{:.{}f}", value, decimals));
}

std::string significant(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) return fmt::format("{:g}", value);
    // Rounded before the digits are counted: 0.9999 becomes 1.000, with a digit before the point.
    const std::string rounded = fmt::format("{:.{}e}", value, digits - 1);
    const int exponent = std::stoi(rounded.substr(rounded.find('e') + 1));
    std::string text = grouped(value, std::max(0, digits - 1 - exponent));
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string figure(double value, int decimals) {
    constexpr double kSmall = 0.1;
    constexpr int kDigits = 3;
    return value == 0 || std::abs(value) >= kSmall ? grouped(value, decimals)
                                                   : significant(value, kDigits);
}

std::string counted(std::int64_t count, std::string_view what) {
    return fmt::format("{} {}{}", grouped(count), what, count == 1 ? "" : "s");
}

std::string percent(double share) {
    constexpr double kHalfOfLastDigit = 0.05;
    const double value = 100 * share;
    return fmt::format("{:.1f} %", std::abs(value) < kHalfOfLastDigit ? 0 : value);  // never "-0.0"
}

}  // namespace xdnasim::base
