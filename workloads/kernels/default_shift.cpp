#include "xdnasim/workloads/kernels/default_shift.hpp"

#include <algorithm>
#include <cmath>

#include "xdnasim/workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

double deviation_of_uniform(DataType type) {
    const Range range = range_of(type);
    const auto values = static_cast<double>(range.max - range.min + 1);
    return std::sqrt((values * values - 1) / 12);
}

int bits_of(DataType type) {
    return 8 * static_cast<int>(size_of(type).count());
}

}  // namespace

int max_shift(DataType a, DataType c) {
    if (c == DataType::Bf16) return 0;
    const int accumulator_bits = a == DataType::Int8 ? 32 : 64;
    return std::min(kMaxShift, accumulator_bits - bits_of(c));
}

int default_shift(DataType a, DataType b, DataType c, std::int64_t k) {
    if (c == DataType::Bf16) return 0;
    const double deviation =
        deviation_of_uniform(a) * deviation_of_uniform(b) * std::sqrt(static_cast<double>(k));
    const double largest = static_cast<double>(range_of(c).max);
    const int shift = static_cast<int>(std::ceil(std::log2(3 * deviation / largest)));
    return std::clamp(shift, 0, max_shift(a, c));
}

}  // namespace xdnasim::kernels
