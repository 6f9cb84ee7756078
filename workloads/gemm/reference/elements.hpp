#pragma once
// Elements of every type as doubles, which hold all of them exactly. bfp16ebs8 comes in whole
// blocks; infinity and NaN, which it does not have, are refused with InputError.

#include <cstddef>
#include <cstdint>
#include <span>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::gemm {

/// A count, as containers take it.
inline std::size_t unsigned_of(std::int64_t count) {
    return static_cast<std::size_t>(count);
}

/// bfp16ebs8: values that share an exponent, and what to take from its field for the power of two
/// of a mantissa's last place.
inline constexpr std::int64_t kValuesOfABlock = 8;
inline constexpr int kBiasOfUnits = 133;

/// The exponent field that a value has in fp32: 0 below the normal ones.
[[nodiscard]] int fp32_exponent_field(double value);

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

}  // namespace xdnasim::gemm
