#pragma once
// The end of every slice in the reference for floating-point outputs: lower and upper bounds of the
// outputs.
//
// After a slice of k_ct, the array has C' = round(D), where D is C + sum(a b) in fp32 and round()
// is the rounding to bf16; for f32, C' = D. The order of the sums in fp32 is not fixed, so that D
// is known up to an error:
//   |D - (C + sum(a b))| <= gamma (|C| + s) + k_ct 2^-149
// with s >= sum |a b| and gamma = n u / (1 - n u), u = 2^-24, for at most n = k_ct roundings of any
// term (Higham 2002, section 4.2; products of bf16 are exact in fp32 unless they are subnormal). n
// = k_ct + 1 here, which leaves room for the roundings of the doubles in which all of this is
// computed. By Cauchy and Schwarz, s = |a| |b|, the norms of the slice's row of A and column of B.
// No addition errs by more than its smaller operand, and no product by more than itself, so that
// the error is also below 4 s, and is 0 if all products are 0.
//
// Rounding to bf16 is monotonic in every mode. If C lies in [lowest, highest], C' therefore lies
// between round(lowest + sum - error) and round(highest + sum + error). K / k_ct such steps account
// for every rounding, and leave a single possible value for most outputs.
//
// For f32, C' lies between lowest + sum - error and highest + sum + error. These are rounded
// outwards to the nearest fp32, so that C's type holds them. The errors of K / k_ct steps add up,
// since no rounding removes them, so that several neighbouring values remain for most outputs.

#include <functional>
#include <span>

#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::gemm {

/// The products of one slice for one row of outputs.
struct SliceOfRow {
    std::span<const double> product;  ///< sum(a b) of every output
    double a_norm;                    ///< norm of the row of A
    std::span<const double> b_norms;  ///< norms of the columns of B
};

struct BoundsOfRow {
    std::span<double> lowest;
    std::span<double> highest;
};

/// Updates the bounds before a slice to those after it. Precondition: all sums are in the range of
/// C's type.
using WidenBounds = std::function<void(const SliceOfRow& slice, const BoundsOfRow& bounds)>;

/// The update of the bounds for the type of C between calls. Throws InputError for integer outputs.
[[nodiscard]] WidenBounds widen_bounds(const GemmDesign& gemm);

/// Replaces the bounds of values by those of the same values as bfp16ebs8, block by block. The
/// shared exponent lies between those of the smallest and the largest magnitudes that the values
/// may have. Values are truncated to multiples of its unit; a multiple of a larger unit is also one
/// of a smaller unit, so that the lowest value follows from the largest unit and the highest from
/// the smallest.
void cut_off_bounds(const BoundsOfRow& bounds);

}  // namespace xdnasim::gemm
