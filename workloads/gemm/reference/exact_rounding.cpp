#include "xdnasim/workloads/gemm/reference/exact_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::Rounding;

/// To the nearest integer, halves to even: a double of this size has no bits after the
/// point. Unlike std::nearbyint, it is vectorised for every x86-64. |value| < 2^51.
double nearest(double value) {
    constexpr double kNoFraction = 0x1.8p52;
    return (value + kNoFraction) - kNoFraction;
}

double round_down(double value) {
    const double rounded = nearest(value);
    return rounded - (rounded > value ? 1.0 : 0.0);
}

double round_up(double value) {
    return -round_down(-value);
}

template <Rounding kRounding>
double rounded(double value) {
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

struct Limits {
    double min;
    double max;
};

template <class T>
constexpr Limits kLimitsOf{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};

Limits limits_of(DataType type) {
    switch (type) {
        case DataType::Int8:
            return kLimitsOf<std::int8_t>;
        case DataType::Int16:
            return kLimitsOf<std::int16_t>;
        default:
            return kLimitsOf<std::int32_t>;
    }
}

/// Upper bound of an accumulator's magnitude: C, which cannot exceed the sum of all
/// products either, shifted up, and one slice of products.
double largest_accumulator(const schedule::GemmDescription& gemm) {
    const double product = limits_of(gemm.a_type).min * limits_of(gemm.b_type).min;
    const double c =
        std::min(-limits_of(gemm.c_type).min, product * static_cast<double>(gemm.padded.k));
    return std::ldexp(c, gemm.shift) + product * static_cast<double>(gemm.tile.k);
}

/// Values that an accumulator can tell apart: 32 bits for products of int8, else 64.
double accumulator_span(const schedule::GemmDescription& gemm) {
    return gemm.a_type == DataType::Int8 ? 0x1p32 : 0x1p64;
}

void wrap(std::span<double> values, double span) {
    const double per_span = 1 / span;  // exact: a power of two
    for (double& value : values)
        value -= span * round_down(value * per_span + 0.5);
}

template <Rounding kRounding>
void finish(std::span<double> values, Limits limits) {
    for (double& value : values) {
        const double whole = rounded<kRounding>(value);
        const double above = whole < limits.min ? limits.min : whole;
        value = above > limits.max ? limits.max : above;
    }
}

using FinishValues = void (*)(std::span<double>, Limits);

FinishValues finish_values(Rounding rounding) {
    switch (rounding) {
        case Rounding::Floor:
            return finish<Rounding::Floor>;
        case Rounding::Ceil:
            return finish<Rounding::Ceil>;
        case Rounding::PositiveInf:
            return finish<Rounding::PositiveInf>;
        case Rounding::NegativeInf:
            return finish<Rounding::NegativeInf>;
        case Rounding::SymmetricInf:
            return finish<Rounding::SymmetricInf>;
        case Rounding::SymmetricZero:
            return finish<Rounding::SymmetricZero>;
        case Rounding::ConvEven:
            return finish<Rounding::ConvEven>;
        case Rounding::ConvOdd:
            break;
    }
    return finish<Rounding::ConvOdd>;
}

}  // namespace

Finish finish_of(const schedule::GemmDescription& gemm) {
    const FinishValues finish_them = finish_values(gemm.rounding);
    const Limits limits = limits_of(gemm.c_type);
    if (largest_accumulator(gemm) < accumulator_span(gemm) / 2) {
        return [=](std::span<double> values) { finish_them(values, limits); };
    }
    const double span = std::ldexp(accumulator_span(gemm), -gemm.shift);
    return [=](std::span<double> values) {
        wrap(values, span);
        finish_them(values, limits);
    };
}

void require_exact(const schedule::GemmDescription& gemm) {
    if (largest_accumulator(gemm) < 0x1p50) return;
    throw arch::InputError{fmt::format(
        "the reference cannot check a shift of {} with {} outputs: an accumulator would need more "
        "than the 50 bits that it computes exactly",
        gemm.shift, to_string(gemm.c_type))};
}

}  // namespace xdnasim::gemm
