#include "base/number_format.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace xdnasim::base {
namespace {

constexpr std::size_t kGroup = 3;

/// `number` as fmt writes it, with commas in its integer part.
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

std::string counted(std::int64_t count, std::string_view what) {
    return fmt::format("{} {}{}", grouped(count), what, count == 1 ? "" : "s");
}

std::string percent(double share) {
    constexpr double kHalfOfLastDigit = 0.05;
    const double value = 100 * share;
    return fmt::format("{:.1f} %", std::abs(value) < kHalfOfLastDigit ? 0 : value);  // never "-0.0"
}

}  // namespace xdnasim::base
