#pragma once
// Sums and products of unchecked numbers, which saturate at -kHuge and kHuge instead of
// overflowing.

#include <cstdint>
#include <limits>

namespace xdnasim::base {

inline constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max() / 4;

/// `value` clamped to -kHuge..kHuge.
[[nodiscard]] constexpr std::int64_t saturate(std::int64_t value) {
    return value > kHuge ? kHuge : value < -kHuge ? -kHuge : value;
}

[[nodiscard]] constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
    return saturate(saturate(a) + saturate(b));
}

[[nodiscard]] constexpr std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return (a < 0) == (b < 0) ? kHuge : -kHuge;
    return saturate(product);
}

}  // namespace xdnasim::base
