#include "workloads/design/interpreter/rounding.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace xdnasim::design::interpreter {

double rounded_to_odd(std::uint64_t whole) {
    constexpr int kBits = std::numeric_limits<double>::digits;
    const int dropped = std::max(0, static_cast<int>(std::bit_width(whole)) - kBits);
    const std::uint64_t kept = whole >> dropped;
    const bool exact = kept << dropped == whole;
    return std::ldexp(static_cast<double>(exact ? kept : kept | 1U), dropped);
}

float float_rounded_to_odd(double value) {
    const auto single = static_cast<float>(value);
    if (!std::isfinite(value) || double{single} == value) return single;
    auto bits = std::bit_cast<std::uint32_t>(single);
    // Moves towards 0, from where the odd number is this one or the next.
    if (std::abs(double{single}) > std::abs(value)) --bits;
    return std::bit_cast<float>(bits | 1U);
}

double sum_rounded_to_odd(double a, double b) {
    const double sum = a + b;
    if (!std::isfinite(sum) || sum == 0) return sum;
    // The rounding error of the sum (Knuth's TwoSum).
    const double of_b = sum - a;
    const double lacks = (a - (sum - of_b)) + (b - of_b);
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    if (lacks == 0 || (bits & 1U) != 0) return sum;
    return std::bit_cast<double>((lacks > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

}  // namespace xdnasim::design::interpreter
