#pragma once
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

#include <functional>
#include <span>

#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::gemm {

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

}  // namespace xdnasim::gemm
