#pragma once
// bf16, the upper half of an fp32: to and from it, in every rounding of the core.

#include <bit>
#include <cstdint>
#include <limits>

#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {

struct Bfloat16 {
    std::uint16_t bits = 0;

    explicit constexpr operator float() const {
        return std::bit_cast<float>(std::uint32_t{bits} << 16);
    }
};

/// The lower half of an fp32 is what a bf16 has no place for.
inline constexpr int kBitsCutOff = 16;

/// `value` with its lower half rounded off. Subnormals are kept. What exceeds the range
/// becomes infinity or the largest finite value, as IEEE 754 has it: the rounding carries
/// into the exponent. NaN stays NaN.
template <Rounding kRounding>
[[nodiscard]] constexpr Bfloat16 to_bfloat16(float value) {
    static_assert(std::numeric_limits<float>::is_iec559);
    constexpr std::uint32_t kSign = 0x8000'0000;
    constexpr std::uint32_t kInfinity = 0x7f80'0000;
    constexpr std::uint32_t kQuiet = 0x0040'0000;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto magnitude = static_cast<std::int32_t>(bits & ~kSign);
    const bool negative = bits != static_cast<std::uint32_t>(magnitude);
    // Read as integers, magnitudes are in the order of the values, and as evenly spaced
    // wherever only bits of the fraction are cut off: integers round them right.
    const std::int32_t ordered = negative ? -magnitude : magnitude;
    const std::int32_t rounded = shift_round<kRounding>(ordered, kBitsCutOff);
    const auto kept = static_cast<std::uint32_t>(negative ? -rounded : rounded);
    const bool is_nan = magnitude > static_cast<std::int32_t>(kInfinity);
    const std::uint32_t upper =
        is_nan ? (bits | kQuiet) >> kBitsCutOff : (bits & kSign) >> kBitsCutOff | kept;
    return {static_cast<std::uint16_t>(upper)};
}

}  // namespace xdnasim::kernels
