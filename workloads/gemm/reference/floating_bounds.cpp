#include "workloads/gemm/reference/floating_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/error.hpp"
#include "workloads/gemm/reference/elements.hpp"
#include "workloads/gemm/reference/rounding.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::Rounding;

/// Distance between neighbouring values of a type.
struct Spacing {
    double of_one;  ///< from 1 to the next value
    double min;     ///< between subnormals
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

/// Bounds for bf16, to which every slice is rounded at its end.
WidenBounds bounds_of_bf16(SumsInFloat sums, Rounding rounding) {
    return kernels::with_rounding(rounding, [&]<Rounding kRounding>() -> WidenBounds {
        return [sums](const SliceOfRow& slice, const BoundsOfRow& bounds) {
            advance<kBf16, kRounding, kRounding>(slice, sums, bounds);
        };
    });
}

/// Bounds for f32: only the bounds themselves are rounded.
WidenBounds bounds_of_f32(SumsInFloat sums) {
    return [sums](const SliceOfRow& slice, const BoundsOfRow& bounds) {
        advance<kF32, Rounding::Floor, Rounding::Ceil>(slice, sums, bounds);
    };
}

/// Value of a mantissa's last place, by the exponent field.
double unit_of(int exponent) {
    return std::ldexp(1.0, exponent - kBiasOfUnits);
}

/// Bounds for sums in fp32 that are truncated to blocks of bfp16ebs8.
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
            min = std::max(min, fp32_exponent_field(may_be_zero ? 0 : low));
            max = std::max(max, fp32_exponent_field(high));
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
