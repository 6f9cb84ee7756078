#pragma once
// Exact rounding of doubles to integers.

#include <cmath>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::gemm {

/// The nearest integer, halves to even: adding 1.5 * 2^52 gives a double without bits after the
/// point. Unlike std::nearbyint, it is vectorised everywhere. |value| < 2^51.
inline double nearest(double value) {
    constexpr double kNoFraction = 0x1.8p52;
    return (value + kNoFraction) - kNoFraction;
}

inline double round_down(double value) {
    const double rounded = nearest(value);
    return rounded - (rounded > value ? 1.0 : 0.0);
}

inline double round_up(double value) {
    return -round_down(-value);
}

/// `value` rounded to an integer. |value| < 2^50.
template <kernels::Rounding kRounding>
double rounded(double value) {
    using kernels::Rounding;
    switch (kRounding) {
        case Rounding::Floor:
            return round_down(value);
        case Rounding::Ceil:
            return round_up(value);
        case Rounding::PositiveInf:
            return round_down(value + 0.5);
        case Rounding::NegativeInf:
            return round_up(value - 0.5);
        case Rounding::SymmetricInf:
            return std::copysign(round_down(std::fabs(value) + 0.5), value);
        case Rounding::SymmetricZero:
            return std::copysign(round_up(std::fabs(value) - 0.5), value);
        case Rounding::ConvEven:
            return nearest(value);
        case Rounding::ConvOdd:
            break;
    }
    return nearest(value + 1) - 1;
}

}  // namespace xdnasim::gemm
