#pragma once
// Elements of every type as doubles, which hold all of them exactly. bfp16ebs8 is read and written
// in whole blocks; infinity and NaN, which it does not have, are refused with InputError.

#include <cstddef>
#include <cstdint>
#include <span>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::gemm {

/// `count` as the unsigned type that containers take.
inline std::size_t unsigned_of(std::int64_t count) {
    return static_cast<std::size_t>(count);
}

/// bfp16ebs8: number of values that share an exponent; and the bias of the exponent field for the
/// power of two of a mantissa's last place, 2^(field - 133).
inline constexpr std::int64_t kValuesOfABlock = 8;
inline constexpr int kBiasOfUnits = 133;

/// Exponent field of a value in fp32; 0 for values below the normal ones.
[[nodiscard]] int fp32_exponent_field(double value);

/// Reads to.size() elements of `type`.
void widen(kernels::DataType type, const std::byte* from, std::span<double> to);
/// Reads to.size() elements of `type` as fp32, which holds all elements except those of int32.
/// Precondition: `type` is not int32.
void widen(kernels::DataType type, const std::byte* from, std::span<float> to);

/// Writes from.size() elements of `type`. Precondition: the type has these values; for bfp16ebs8,
/// values are truncated.
void narrow(kernels::DataType type, std::span<const double> from, std::byte* to);

struct Limits {
    double min;
    double max;
};

/// Smallest and largest value of an integer type. Throws InputError for other types.
[[nodiscard]] Limits limits_of(kernels::DataType type);

}  // namespace xdnasim::gemm
