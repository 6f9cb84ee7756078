#pragma once
// How far a product may be shifted down, and how far it is when the user does not say.

#include <cstdint>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// The largest shift of products of `a` into `c`: C is shifted up by as much when it is
/// loaded, and must keep all its bits in an accumulator of 32 bits (int8) or 64 (int16).
/// At most kMaxShift. 0 for outputs in floating point, which are not shifted.
/// Precondition: `a` is an input type, and `c` is in floating point only where `a` is.
[[nodiscard]] int max_shift(DataType a, DataType c);

/// The least shift with which sums of `k` products of uniformly random elements of `a` and
/// `b` fit into `c` up to three standard deviations, so that well under 1 % of the outputs
/// saturate and as many of their bits as possible are used. Never above max_shift; 0 for
/// outputs in floating point. Precondition: `a` and `b` are of one type, and integers where `c`
/// is.
[[nodiscard]] int default_shift(DataType a, DataType b, DataType c, std::int64_t k);

}  // namespace xdnasim::kernels
