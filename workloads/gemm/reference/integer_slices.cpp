#include "workloads/gemm/reference/integer_slices.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "workloads/gemm/reference/elements.hpp"
#include "workloads/gemm/reference/rounding.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::Rounding;

/// Upper bound of an accumulator's magnitude: C shifted up, which also cannot exceed the sum of all
/// products, plus one slice of products.
double largest_accumulator(const GemmDesign& gemm) {
    const double product = limits_of(gemm.a_type).min * limits_of(gemm.b_type).min;
    const double c =
        std::min(-limits_of(gemm.c_type).min, product * static_cast<double>(gemm.padded.k));
    return std::ldexp(c, gemm.shift) + product * static_cast<double>(gemm.tile->k);
}

/// Computes C + product / 2^shift, which is equivalent to shifting C up.
using Add = void (*)(std::span<const double> product, double per_unit, std::span<double> c);

/// Exact as long as all bits of the accumulator fit into a double.
void add_whole(std::span<const double> product, double per_unit, std::span<double> c) {
    for (std::size_t i = 0; i < c.size(); ++i)
        c[i] += product[i] * per_unit;
}

/// For wider accumulators. Of the bits after the point, rounding only needs to know whether they
/// are zero, and how they compare with a half; quarters are enough for this.
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

/// Returns whether an accumulator for products of `a` may wrap: one of 32 bits may, one of 64 bits
/// holds every sum.
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

/// Number of values of an accumulator, in units of C, if its sums may exceed them; nullopt
/// otherwise.
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

}  // namespace xdnasim::gemm
