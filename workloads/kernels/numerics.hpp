#pragma once
// Shift, round, saturate: the core's SRS unit on integers (AM020, AIE API aie::rounding_mode).

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// Largest shift of a product, in bits.
inline constexpr int kMaxShift = 31;

/// Bits of the accumulator of one element of C, by the type of A: the AIE API's default
/// accumulators.
[[nodiscard]] int accumulator_bits(DataType a);

struct Range {
    std::int64_t min;
    std::int64_t max;
};

/// Range of the integers that `type` holds. Throws InputError if `type` is not an integer type.
[[nodiscard]] Range range_of(DataType type);

/// Bias that is added to the bits shifted out before their carry is taken. `floor`: the value with
/// these bits cut off; `half`: half of the last place of `floor`.
template <Rounding kRounding, std::signed_integral Int>
[[nodiscard]] constexpr Int rounding_bias(Int floor, Int half) {
    const Int negative = floor < 0 ? 1 : 0;
    const Int odd = floor & 1;
    switch (kRounding) {
        case Rounding::Floor:
            return 0;
        case Rounding::Ceil:
            return half + (half - 1);
        case Rounding::PositiveInf:
            return half;
        case Rounding::NegativeInf:
            return half - 1;
        case Rounding::SymmetricInf:
            return half - negative;
        case Rounding::SymmetricZero:
            return half - 1 + negative;
        case Rounding::ConvEven:
            return half - 1 + odd;
        case Rounding::ConvOdd:
            break;
    }
    return half - odd;
}

/// Returns value / 2^shift, rounded; no step overflows. Precondition: 1 <= shift <= kMaxShift, or 0
/// with Rounding::Floor, to which every rounding is equal when no bit is cut off.
template <Rounding kRounding, std::signed_integral Int>
[[nodiscard]] constexpr Int shift_round(Int value, int shift) {
    using Bits = std::make_unsigned_t<Int>;
    const auto half = static_cast<Int>((Bits{1} << shift) >> 1);
    const Int floor = value >> shift;
    const auto cut = static_cast<Bits>(value) & ((Bits{1} << shift) - 1);
    const auto bias = static_cast<Bits>(rounding_bias<kRounding, Int>(floor, half));
    return floor + static_cast<Int>((cut + bias) >> shift);
}

/// Returns value / 2^shift, rounded as `rounding` says. Precondition: 0 <= shift <= kMaxShift.
[[nodiscard]] std::int64_t shift_round(std::int64_t value, int shift, Rounding rounding);

/// Calls function.template operator()<Rounding::Floor>(), or with whichever rounding is given, so
/// that the choice is made once outside a loop.
template <class Function>
constexpr auto with_rounding(Rounding rounding, Function&& function) {
    switch (rounding) {
        case Rounding::Floor:
            return function.template operator()<Rounding::Floor>();
        case Rounding::Ceil:
            return function.template operator()<Rounding::Ceil>();
        case Rounding::PositiveInf:
            return function.template operator()<Rounding::PositiveInf>();
        case Rounding::NegativeInf:
            return function.template operator()<Rounding::NegativeInf>();
        case Rounding::SymmetricInf:
            return function.template operator()<Rounding::SymmetricInf>();
        case Rounding::SymmetricZero:
            return function.template operator()<Rounding::SymmetricZero>();
        case Rounding::ConvEven:
            return function.template operator()<Rounding::ConvEven>();
        case Rounding::ConvOdd:
            break;
    }
    return function.template operator()<Rounding::ConvOdd>();
}

template <std::signed_integral To, std::signed_integral From>
[[nodiscard]] constexpr To saturate(From value) {
    static_assert(sizeof(To) <= sizeof(From));
    constexpr From kMin = std::numeric_limits<To>::min();
    constexpr From kMax = std::numeric_limits<To>::max();
    return static_cast<To>(value < kMin ? kMin : value > kMax ? kMax : value);
}

// bf16, the upper half of an fp32: conversions from and to fp32, in every rounding of the core.

struct Bfloat16 {
    std::uint16_t bits = 0;

    explicit constexpr operator float() const {
        return std::bit_cast<float>(std::uint32_t{bits} << 16);
    }
};

/// Bits of an fp32 that a bf16 does not keep: the lower half.
inline constexpr int kBitsCutOff = 16;

/// `value` with its lower half rounded off. Subnormals are kept. Values beyond the range become
/// infinity or the largest finite value, as in IEEE 754: the rounding carries into the exponent.
/// NaN stays NaN.
template <Rounding kRounding>
[[nodiscard]] constexpr Bfloat16 to_bfloat16(float value) {
    static_assert(std::numeric_limits<float>::is_iec559);
    constexpr std::uint32_t kSign = 0x8000'0000;
    constexpr std::uint32_t kInfinity = 0x7f80'0000;
    constexpr std::uint32_t kQuiet = 0x0040'0000;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto magnitude = static_cast<std::int32_t>(bits & ~kSign);
    const bool negative = bits != static_cast<std::uint32_t>(magnitude);
    // Read as integers, magnitudes have the order of the floating-point values, and are as evenly
    // spaced wherever only bits of the fraction are cut off. Rounding them as integers is therefore
    // right.
    const std::int32_t ordered = negative ? -magnitude : magnitude;
    const std::int32_t rounded = shift_round<kRounding>(ordered, kBitsCutOff);
    const auto kept = static_cast<std::uint32_t>(negative ? -rounded : rounded);
    const bool is_nan = magnitude > static_cast<std::int32_t>(kInfinity);
    const std::uint32_t upper =
        is_nan ? (bits | kQuiet) >> kBitsCutOff : (bits & kSign) >> kBitsCutOff | kept;
    return {static_cast<std::uint16_t>(upper)};
}

}  // namespace xdnasim::kernels
