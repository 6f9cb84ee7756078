#pragma once
// The arithmetic of the reference: elements as numbers, exact rounding, bounds of floating sums.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include <cblas.h>

#include "workloads/gemm/gemm_design.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::gemm {

/// A count, as containers take it.
inline std::size_t unsigned_of(std::int64_t count) {
    return static_cast<std::size_t>(count);
}

/// To the nearest integer, halves to even: a double of this size has no bits after the
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

/// |value| < 2^50.
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

// Elements of every type as doubles, which hold all of them exactly. bfp16ebs8 comes in whole
// blocks; infinity and NaN, which it does not have, are refused with InputError.

/// bfp16ebs8: values that share an exponent, and what to take from its field for the power of two
/// of a mantissa's last place.
inline constexpr std::int64_t kValuesOfABlock = 8;
inline constexpr int kBiasOfUnits = 133;

/// Reads to.size() elements of `type`.
void widen(kernels::DataType type, const std::byte* from, std::span<double> to);
/// The same in fp32, which holds all elements but those of int32. Precondition: `type` is another.
void widen(kernels::DataType type, const std::byte* from, std::span<float> to);

/// Writes from.size() elements of `type`. Precondition: the type has these values.
void narrow(kernels::DataType type, std::span<const double> from, std::byte* to);

struct Limits {
    double min;
    double max;
};

/// Throws InputError for a type of no integers.
[[nodiscard]] Limits limits_of(kernels::DataType type);

// The end of every slice of the reference for integers: products to outputs, in doubles.

/// C = saturate(round(((C << shift) + product) >> shift)) for one row of outputs; exact.
/// Preconditions: integer types, a shift of at most kernels::max_shift, products below 2^50.
using EndOfSlice = std::function<void(std::span<const double> product, std::span<double> c)>;

[[nodiscard]] EndOfSlice end_of_slice(const GemmDesign& gemm);

// The end of every slice of the reference for products of bf16: what the outputs are at least and
// at most.
//
// After a slice of k_ct, the array has C' = round(D), where D is C + sum(a b) in fp32 and round()
// is that to bf16, or C' = D where C is f32. The order in which fp32 sums up is not fixed, so that
// D is known but for an error:
//   |D - (C + sum(a b))| <= gamma (|C| + s) + k_ct 2^-149
// with s >= sum |a b| and gamma = n u / (1 - n u), u = 2^-24, for at most n = k_ct roundings
// of any term (Higham 2002, section 4.2; products of bf16 are exact in fp32 unless they are
// subnormal). n = k_ct + 1 here, which leaves room for the roundings of the doubles that all
// of this is computed in. By Cauchy and Schwarz, s = |a| |b|, the norms of the slice's row of
// A and column of B. No addition errs by more than its smaller operand, and no product by more
// than itself, so that the error is below 4 s too, and none where all products are 0.
//
// Rounding to bf16 is monotonic in every mode. If C lies in [lowest, highest], C' therefore
// lies between round(lowest + sum - error) and round(highest + sum + error). In K / k_ct such
// steps every rounding is counted, and most outputs are left with a single value.
//
// For f32, C' lies between lowest + sum - error and highest + sum + error themselves. They are
// taken outwards to the nearest fp32, for C's type to hold them. The errors of K / k_ct steps add
// up; nothing rounds them away, so that most outputs are left with some neighbouring values.

/// The products of one slice for one row of outputs.
struct SliceOfRow {
    std::span<const double> product;  ///< sum(a b) of every output
    double a_norm;                    ///< of the row of A
    std::span<const double> b_norms;  ///< of the columns of B
};

struct BoundsOfRow {
    std::span<double> lowest;
    std::span<double> highest;
};

/// Bounds before a slice to bounds after it. Precondition: all sums are in the range of C's type.
using WidenBounds = std::function<void(const SliceOfRow& slice, const BoundsOfRow& bounds)>;

/// Throws InputError for outputs that are integers.
[[nodiscard]] WidenBounds widen_bounds(const GemmDesign& gemm);

/// Bounds of values to those of the same as bfp16ebs8, block by block. The shared exponent lies
/// between those of the smallest and the largest that the values may be. Values are cut off to
/// multiples of its unit; a multiple of a larger unit is one of a smaller one, too, so that the
/// lowest follows from the largest unit and the highest from the smallest.
void cut_off_bounds(const BoundsOfRow& bounds);

// The products: OpenBLAS, which shares no code with what is checked.

struct OpenBlas {
    decltype(&cblas_sgemm) sgemm;
    decltype(&cblas_dgemm) dgemm;
    decltype(&cblas_ddot) ddot;
};

/// It is loaded when it is first asked for, and then computes in the thread that calls it: loaded
/// with the program, it would take time, some 40 MB of addresses and a thread for each core from
/// runs that verify nothing. Throws base::Error (Unavailable) when it is not installed.
[[nodiscard]] const OpenBlas& open_blas();

}  // namespace xdnasim::gemm
