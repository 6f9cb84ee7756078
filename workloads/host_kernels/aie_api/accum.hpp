#pragma once
// Accumulators: wide sums of products, which are shifted, rounded and saturated on output as the
// core's control registers say.

#include "lanes.hpp"

struct acc32 {
    using lane = std::int32_t;
};
struct acc48 {
    using lane = std::int64_t;
};
struct acc64 {
    using lane = std::int64_t;
};
struct accfloat {
    using lane = float;
};
/// Tag for the width that the types of the product require.
struct accauto {};

namespace aie {
namespace detail {

template <class T>
inline constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, bfloat16>;

/// value / 2^shift, rounded by comparing the bits that are cut off with a half.
inline std::int64_t shift_down(std::int64_t value, int shift) {
    if (shift <= 0) return value << -shift;
    const std::int64_t floor = value >> shift;
    const std::int64_t rest = value - (floor << shift);
    const std::int64_t half = std::int64_t{1} << (shift - 1);
    const auto tie = [&](bool up) { return rest > half || (rest == half && up) ? 1 : 0; };
    switch (core().rounding) {
        case rounding_mode::floor:
            return floor;
        case rounding_mode::ceil:
            return floor + (rest > 0 ? 1 : 0);
        case rounding_mode::positive_inf:
            return floor + tie(true);
        case rounding_mode::negative_inf:
            return floor + tie(false);
        case rounding_mode::symmetric_inf:
            return floor + tie(value >= 0);
        case rounding_mode::symmetric_zero:
            return floor + tie(value < 0);
        case rounding_mode::conv_even:
            return floor + tie(floor % 2 != 0);
        case rounding_mode::conv_odd:
            break;
    }
    return floor + tie(floor % 2 == 0);
}

template <class T>
T narrowed(std::int64_t value) {
    constexpr std::int64_t kMax = std::numeric_limits<T>::max();
    const bool symmetric = core().saturation == saturation_mode::symmetric && std::is_signed_v<T>;
    const std::int64_t least = symmetric ? -kMax : std::int64_t{std::numeric_limits<T>::min()};
    if (core().saturation != saturation_mode::none) value = std::clamp(value, least, kMax);
    return static_cast<T>(value);
}

/// A float in bfloat16, rounded as on output from an accumulator.
inline bfloat16 rounded(float value) {
    if (core().rounding == rounding_mode::conv_even) return bfloat16(value);
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof(word));
    const bool nan = value != value;
    // As an integer with its sign, the word rounds like a fraction of 16 bits.
    const auto magnitude = static_cast<std::int64_t>(word & 0x7FFFFFFFU);
    const bool negative = word >> 31 != 0;
    const std::int64_t shifted =
        nan ? 0x7FC0 : std::abs(shift_down(negative ? -magnitude : magnitude, 16));
    return bfloat16::of_bits(static_cast<std::uint16_t>((negative ? 0x8000 : 0) | shifted));
}

}  // namespace detail

template <class Tag, unsigned kLanes>
class accum {
 public:
    using lane = typename Tag::lane;

    accum() = default;
    template <class T>
    accum(const vector<T, kLanes>& v, int shift = 0) {
        from_vector(v, shift);
    }
    template <class Other>
    accum(const accum<Other, kLanes>& other) {
        for (unsigned i = 0; i < kLanes; ++i)
            lanes_[i] = static_cast<lane>(other[i]);
    }

    static constexpr unsigned size() { return kLanes; }
    lane& operator[](unsigned i) { return lanes_[i]; }
    const lane& operator[](unsigned i) const { return lanes_[i]; }

    template <class T>
    void from_vector(const vector<T, kLanes>& v, int shift = 0) {
        for (unsigned i = 0; i < kLanes; ++i)
            if constexpr (detail::is_real<T>)
                lanes_[i] = static_cast<lane>(static_cast<float>(v[i]));
            else
                lanes_[i] = static_cast<lane>(std::int64_t{v[i]} << shift);
    }
    template <class T>
    vector<T, kLanes> to_vector(int shift = 0) const {
        vector<T, kLanes> result;
        for (unsigned i = 0; i < kLanes; ++i)
            if constexpr (std::is_same_v<T, bfloat16>)
                result[i] = detail::rounded(static_cast<float>(lanes_[i]));
            else if constexpr (std::is_floating_point_v<T>)
                result[i] = static_cast<T>(lanes_[i]);
            else
                result[i] = detail::narrowed<T>(
                    detail::shift_down(static_cast<std::int64_t>(lanes_[i]), shift));
        return result;
    }
    template <class T>
    operator vector<T, kLanes>() const {
        return to_vector<T>();
    }

 private:
    std::array<lane, kLanes> lanes_{};
};

namespace detail {

/// Accumulator of a product: accfloat if a factor is floating-point; 64 bits if both factors are
/// wider than 8 bits, or if one of them has 32 bits; otherwise 32 bits.
template <class A, class B>
using tag_of = std::conditional_t<
    is_real<A> || is_real<B>, accfloat,
    std::conditional_t<(sizeof(A) > 1 && sizeof(B) > 1) || sizeof(A) == 4 || sizeof(B) == 4, acc64,
                       acc32>>;

template <class Lane, class A, class B>
Lane product(A a, B b) {
    if constexpr (std::is_floating_point_v<Lane>)
        return static_cast<Lane>(static_cast<float>(a) * static_cast<float>(b));
    else
        return static_cast<Lane>(static_cast<std::int64_t>(a) * static_cast<std::int64_t>(b));
}

template <class Lane>
Lane sum(Lane a, Lane b) {
    if constexpr (std::is_floating_point_v<Lane>)
        return a + b;
    else
        return static_cast<Lane>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

template <class T>
concept number = std::is_arithmetic_v<T> || std::is_same_v<T, bfloat16>;

template <class T, unsigned kLanes>
T lane_of(const vector<T, kLanes>& v, unsigned i) {
    return v[i];
}
template <number T>
T lane_of(T value, unsigned) {
    return value;
}
template <class T, unsigned kLanes>
T type_of(const vector<T, kLanes>&);
template <number T>
T type_of(T);

}  // namespace detail

template <class T, unsigned kLanes, class B>
auto mul(const vector<T, kLanes>& a, const B& b) {
    accum<detail::tag_of<T, decltype(detail::type_of(b))>, kLanes> result;
    for (unsigned i = 0; i < kLanes; ++i)
        result[i] = detail::product<typename decltype(result)::lane>(a[i], detail::lane_of(b, i));
    return result;
}
template <detail::number A, class T, unsigned kLanes>
auto mul(A a, const vector<T, kLanes>& b) {
    return mul(b, a);
}
template <class T, unsigned kLanes>
auto mul_square(const vector<T, kLanes>& a) {
    return mul(a, a);
}
template <class Tag, unsigned kLanes, class A, class B>
accum<Tag, kLanes> mac(accum<Tag, kLanes> sums, const A& a, const B& b) {
    using lane = typename Tag::lane;
    for (unsigned i = 0; i < kLanes; ++i)
        sums[i] = detail::sum(sums[i],
                              detail::product<lane>(detail::lane_of(a, i), detail::lane_of(b, i)));
    return sums;
}
template <class Tag, unsigned kLanes, class A, class B>
accum<Tag, kLanes> msc(accum<Tag, kLanes> sums, const A& a, const B& b) {
    using lane = typename Tag::lane;
    for (unsigned i = 0; i < kLanes; ++i)
        sums[i] = static_cast<lane>(
            sums[i] - detail::product<lane>(detail::lane_of(a, i), detail::lane_of(b, i)));
    return sums;
}
/// The sum of factors[first] * data, factors[first + 1] * the next data, and so on.
template <unsigned kLanes, class Tag, class T, unsigned kFactors, class... Data>
accum<Tag, kLanes> accumulate(accum<Tag, kLanes> sums, const vector<T, kFactors>& factors,
                              unsigned first, const Data&... data) {
    ((sums = mac(sums, data, factors[first++])), ...);
    return sums;
}
template <unsigned kLanes, class T, unsigned kFactors, class D, class... Data>
auto accumulate(const vector<T, kFactors>& factors, unsigned first, const vector<D, kLanes>& one,
                const Data&... data) {
    return accumulate<kLanes>(accum<detail::tag_of<D, T>, kLanes>{}, factors, first, one, data...);
}

template <class Tag, unsigned kLanes>
accum<Tag, kLanes> sub(accum<Tag, kLanes> a, const accum<Tag, kLanes>& b) {
    for (unsigned i = 0; i < kLanes; ++i)
        a[i] = static_cast<typename Tag::lane>(a[i] - b[i]);
    return a;
}
template <class Tag, class T, unsigned kLanes>
accum<Tag, kLanes> sub(const accum<Tag, kLanes>& a, const vector<T, kLanes>& b) {
    return sub(a, accum<Tag, kLanes>(b));
}
template <class Tag, unsigned kLanes>
accum<Tag, kLanes> add(accum<Tag, kLanes> a, const accum<Tag, kLanes>& b) {
    for (unsigned i = 0; i < kLanes; ++i)
        a[i] = detail::sum(a[i], b[i]);
    return a;
}
template <class Tag, class T, unsigned kLanes>
accum<Tag, kLanes> add(const accum<Tag, kLanes>& a, const vector<T, kLanes>& b) {
    return add(a, accum<Tag, kLanes>(b));
}

namespace detail {
template <class T>
concept tag = requires {
    typename T::lane;
};
}  // namespace detail

template <class T, unsigned kLanes = native_lanes<T>>
requires(!detail::tag<T>) vector<T, kLanes> zeros() {
    return {};
}
template <detail::tag Tag, unsigned kLanes>
accum<Tag, kLanes> zeros() {
    return {};
}

}  // namespace aie
