#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/error.hpp"
#include "workloads/gemm/reference/arithmetic.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::Rounding;

/// Upper bound of an accumulator's magnitude: C, which cannot exceed the sum of all
/// products either, shifted up, and one slice of products.
double largest_accumulator(const GemmDesign& gemm) {
    const double product = limits_of(gemm.a_type).min * limits_of(gemm.b_type).min;
    const double c =
        std::min(-limits_of(gemm.c_type).min, product * static_cast<double>(gemm.padded.k));
    return std::ldexp(c, gemm.shift) + product * static_cast<double>(gemm.tile->k);
}

/// C + product / 2^shift: the same as shifting C up.
using Add = void (*)(std::span<const double> product, double per_unit, std::span<double> c);

/// Exact while all bits of the accumulator fit into a double.
void add_whole(std::span<const double> product, double per_unit, std::span<double> c) {
    for (std::size_t i = 0; i < c.size(); ++i)
        c[i] += product[i] * per_unit;
}

/// For wider accumulators. Of the bits after the point, rounding asks only whether they are
/// zero, and how they compare with a half: quarters say as much.
void add_in_quarters(std::span<const double> product, double per_unit, std::span<double> c) {
    for (std::size_t i = 0; i < c.size(); ++i) {
        const double added = product[i] * per_unit;
        const double halves = round_down(2 * added) / 2;
        c[i] = c[i] + halves + (added > halves ? 0.25 : 0.0);
    }
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

using Finish = void (*)(std::span<double>, Limits);

Finish finish_of(Rounding rounding) {
    return kernels::with_rounding(rounding,
                                  []<Rounding kRounding>() -> Finish { return finish<kRounding>; });
}

/// Has an accumulator for products of `a` 32 bits? One of 64 bits holds every sum.
bool may_wrap(DataType a) {
    switch (a) {
        case DataType::Int8:
            return true;
        case DataType::Int16:
        case DataType::Int32:
            return false;
        case DataType::Bf16:
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    throw base::InputError{to_string(a) + " is not an integer type: its accumulators do not wrap"};
}

/// Values that an accumulator tells apart, when its sums may exceed them.
std::optional<double> span_to_wrap(const GemmDesign& gemm) {
    constexpr double kSpan = 0x1p32;
    if (!may_wrap(gemm.a_type) || largest_accumulator(gemm) < kSpan / 2) return {};
    return std::ldexp(kSpan, -gemm.shift);
}

}  // namespace

EndOfSlice end_of_slice(const GemmDesign& gemm) {
    const Add add = largest_accumulator(gemm) < 0x1p50 ? add_whole : add_in_quarters;
    const Finish finish_them = finish_of(gemm.rounding);
    return [add, finish_them, per_unit = std::ldexp(1.0, -gemm.shift), span = span_to_wrap(gemm),
            limits = limits_of(gemm.c_type)](std::span<const double> product, std::span<double> c) {
        add(product, per_unit, c);
        if (span) wrap(c, *span);
        finish_them(c, limits);
    };
}

namespace {

using kernels::DataType;
using kernels::Rounding;

/// How finely a type tells values apart.
struct Spacing {
    double of_one;  ///< from 1 to the next value
    double min;     ///< of subnormals
};
constexpr Spacing kBf16{0x1p-7, 0x1p-133};
constexpr Spacing kF32{0x1p-23, 0x1p-149};

template <Spacing kSpacing, Rounding kRounding>
double rounded_to(double value) {
    constexpr std::uint64_t kExponent = 0x7ff0'0000'0000'0000;
    const auto power = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & kExponent);
    const double spacing = std::max(power * kSpacing.of_one, kSpacing.min);
    return rounded<kRounding>(value / spacing) * spacing;
}

struct SumsInFloat {
    double gamma;
    double underflow;

    explicit SumsInFloat(std::int64_t k_ct) : underflow{static_cast<double>(k_ct) * 0x1p-149} {
        const double roundings = static_cast<double>(k_ct + 1) * 0x1p-24;
        gamma = roundings / (1 - roundings);
    }

    [[nodiscard]] double error(double c, double products) const {
        return std::min(gamma * (c + products) + underflow, 4 * products);
    }
};

template <Spacing kSpacing, Rounding kOfLowest, Rounding kOfHighest>
void advance(const SliceOfRow& slice, const SumsInFloat& sums, const BoundsOfRow& bounds) {
    for (std::size_t i = 0; i < slice.product.size(); ++i) {
        double& lowest = bounds.lowest[i];
        double& highest = bounds.highest[i];
        const double c = std::max(std::fabs(lowest), std::fabs(highest));
        const double error = sums.error(c, slice.a_norm * slice.b_norms[i]);
        lowest = rounded_to<kSpacing, kOfLowest>(lowest + slice.product[i] - error);
        highest = rounded_to<kSpacing, kOfHighest>(highest + slice.product[i] + error);
    }
}

/// Every slice ends with a rounding to bf16.
WidenBounds bounds_of_bf16(SumsInFloat sums, Rounding rounding) {
    return kernels::with_rounding(rounding, [&]<Rounding kRounding>() -> WidenBounds {
        return [sums](const SliceOfRow& slice, const BoundsOfRow& bounds) {
            advance<kBf16, kRounding, kRounding>(slice, sums, bounds);
        };
    });
}

/// Nothing but the bounds is rounded.
WidenBounds bounds_of_f32(SumsInFloat sums) {
    return [sums](const SliceOfRow& slice, const BoundsOfRow& bounds) {
        advance<kF32, Rounding::Floor, Rounding::Ceil>(slice, sums, bounds);
    };
}

/// Exponent field in fp32.
int exponent_of(double magnitude) {
    constexpr int kBias = 127;
    return magnitude < 0x1p-126 ? 0 : std::ilogb(magnitude) + kBias;
}

/// Of a mantissa's last place, by the exponent field.
double unit_of(int exponent) {
    return std::ldexp(1.0, exponent - kBiasOfUnits);
}

/// Sums in fp32, cut off to blocks.
WidenBounds bounds_of_bfp16(SumsInFloat sums) {
    return [sums](const SliceOfRow& slice, const BoundsOfRow& bounds) {
        advance<kF32, Rounding::Floor, Rounding::Ceil>(slice, sums, bounds);
        cut_off_bounds(bounds);
    };
}

}  // namespace

void cut_off_bounds(const BoundsOfRow& bounds) {
    const auto count = static_cast<std::size_t>(kValuesOfABlock);
    for (std::size_t first = 0; first < bounds.lowest.size(); first += count) {
        const auto lowest = bounds.lowest.subspan(first, count);
        const auto highest = bounds.highest.subspan(first, count);
        int min = 0;
        int max = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto [low, high] = std::minmax({std::fabs(lowest[i]), std::fabs(highest[i])});
            const bool may_be_zero = lowest[i] <= 0 && highest[i] >= 0;
            min = std::max(min, exponent_of(may_be_zero ? 0 : low));
            max = std::max(max, exponent_of(high));
        }
        for (std::size_t i = 0; i < count; ++i) {
            lowest[i] = std::floor(lowest[i] / unit_of(max)) * unit_of(max);
            highest[i] = rounded_to<kF32, Rounding::Ceil>(std::floor(highest[i] / unit_of(min)) *
                                                          unit_of(min));
        }
    }
}

WidenBounds widen_bounds(const GemmDesign& gemm) {
    const SumsInFloat sums{gemm.tile->k};
    switch (gemm.partial_type.value_or(gemm.c_type)) {
        case DataType::Bf16:
            return bounds_of_bf16(sums, gemm.rounding);
        case DataType::F32:
            return bounds_of_f32(sums);
        case DataType::Bfp16ebs8:
            return bounds_of_bfp16(sums);
        case DataType::Int8:
        case DataType::Int16:
        case DataType::Int32:
            break;
    }
    throw base::InputError{"outputs in " + to_string(gemm.c_type) + " are not checked with bounds"};
}

}  // namespace xdnasim::gemm
