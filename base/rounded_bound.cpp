#include "base/rounded_bound.hpp"

#include <cmath>
#include <cstdlib>
#include <functional>

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace xdnasim::base {
namespace {

/// `value` rounded to `digits` digits. If `is_wrong(rounded, value)`, `step` is added in the last
/// digit.
template <class IsWrong>
std::string rounded_beside(double value, int digits, double step, IsWrong is_wrong) {
    if (value == 0 || !std::isfinite(value)) return significant(value, digits);
    double bound = std::strtod(fmt::format("{:.{}e}", value, digits - 1).c_str(), nullptr);
    // The step follows from the exponent of the value, not of the bound: with three digits, 0.9996
    // is rounded to 1.00, and the step down is 0.001.
    const std::string exact = fmt::format("{:.17e}", value);
    const int exponent = std::stoi(exact.substr(exact.find('e') + 1));
    if (is_wrong(bound, value)) bound += step * std::pow(10, exponent - digits + 1);
    return significant(bound, digits);
}

}  // namespace

std::string rounded_down(double value, int digits) {
    return rounded_beside(value, digits, -1, std::greater<>{});
}

std::string rounded_up(double value, int digits) {
    return rounded_beside(value, digits, 1, std::less<>{});
}

}  // namespace xdnasim::base
