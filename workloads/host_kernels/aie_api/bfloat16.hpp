#pragma once
// bfloat16 as in a core: the upper half of a float, with results rounded in the core's mode.

#include <cstdint>
#include <cstring>
#include <limits>

namespace aie {

enum class rounding_mode {
    floor,
    ceil,
    positive_inf,
    negative_inf,
    symmetric_inf,
    symmetric_zero,
    conv_even,
    conv_odd
};
enum class saturation_mode { none, saturate, symmetric };

/// The control registers of the core.
struct core_state {
    rounding_mode rounding = rounding_mode::floor;
    saturation_mode saturation = saturation_mode::none;
};
inline core_state& core() {
    static core_state state;
    return state;
}
inline void set_rounding(rounding_mode mode) {
    core().rounding = mode;
}
inline void set_saturation(saturation_mode mode) {
    core().saturation = mode;
}

}  // namespace aie

struct bfloat16 {
    std::uint16_t bits = 0;

    bfloat16() = default;
    /// Rounds to the nearest, halves to even, as compilers do for conversions in scalar code.
    bfloat16(float value) {
        std::uint32_t word = 0;
        std::memcpy(&word, &value, sizeof(word));
        const bool nan = value != value;
        if (!nan) word += 0x7FFF + (word >> 16 & 1);
        bits = static_cast<std::uint16_t>(word >> 16 | (nan ? 0x40 : 0));
    }
    bfloat16(double value) : bfloat16(static_cast<float>(value)) {}
    bfloat16(int value) : bfloat16(static_cast<float>(value)) {}

    operator float() const {
        const std::uint32_t word = std::uint32_t{bits} << 16;
        float value = 0;
        std::memcpy(&value, &word, sizeof(value));
        return value;
    }
    bfloat16& operator+=(float other) { return *this = bfloat16(*this + other); }
    bfloat16& operator-=(float other) { return *this = bfloat16(*this - other); }
    bfloat16& operator*=(float other) { return *this = bfloat16(*this * other); }

    static bfloat16 of_bits(std::uint16_t bits) {
        bfloat16 value;
        value.bits = bits;
        return value;
    }
};

template <>
class std::numeric_limits<bfloat16> {
 public:
    static constexpr bool is_specialized = true;
    static constexpr bool is_integer = false;
    static bfloat16 lowest() { return bfloat16::of_bits(0xFF7F); }
    static bfloat16 max() { return bfloat16::of_bits(0x7F7F); }
    static bfloat16 min() { return bfloat16::of_bits(0x0080); }
    static bfloat16 infinity() { return bfloat16::of_bits(0x7F80); }
};
