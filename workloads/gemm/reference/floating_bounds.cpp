#include "xdnasim/workloads/gemm/reference/floating_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "xdnasim/workloads/gemm/reference/whole_numbers.hpp"
#include "xdnasim/workloads/kernels/numerics.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::Rounding;

/// To 8 significant bits, or to the spacing of bf16's subnormals.
template <Rounding kRounding>
double to_bf16(double value) {
    constexpr std::uint64_t kExponent = 0x7ff0'0000'0000'0000;
    const auto power = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & kExponent);
    const double spacing = std::max(power * 0x1p-7, 0x1p-133);
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

template <Rounding kRounding>
void advance(const SliceOfRow& slice, const SumsInFloat& sums, const BoundsOfRow& bounds) {
    for (std::size_t i = 0; i < slice.product.size(); ++i) {
        double& lowest = bounds.lowest[i];
        double& highest = bounds.highest[i];
        const double c = std::max(std::fabs(lowest), std::fabs(highest));
        const double error = sums.error(c, slice.a_norm * slice.b_norms[i]);
        lowest = to_bf16<kRounding>(lowest + slice.product[i] - error);
        highest = to_bf16<kRounding>(highest + slice.product[i] + error);
    }
}

}  // namespace

WidenBounds widen_bounds(const schedule::GemmDescription& gemm) {
    return kernels::with_rounding(gemm.rounding, [&]<Rounding kRounding>() -> WidenBounds {
        return
            [sums = SumsInFloat{gemm.tile.k}](const SliceOfRow& slice, const BoundsOfRow& bounds) {
                advance<kRounding>(slice, sums, bounds);
            };
    });
}

}  // namespace xdnasim::gemm
