#include "workloads/kernels/default_shift.hpp"

#include <algorithm>
#include <cmath>

#include "workloads/kernels/matmul_tiles.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

double deviation_of_uniform(DataType type) {
    const Range range = range_of(type);
    const auto values = static_cast<double>(range.max - range.min + 1);
    return std::sqrt((values * values - 1) / 12);
}

}  // namespace

int max_shift(DataType a, DataType c) {
    if (is_floating(c)) return 0;
    return std::min(kMaxShift, accumulator_bits(a) - bits_of(c, 1));
}

int default_shift(DataType a, DataType b, DataType c, std::int64_t k) {
    if (is_floating(c)) return 0;
    const double deviation =
        deviation_of_uniform(a) * deviation_of_uniform(b) * std::sqrt(static_cast<double>(k));
    const double largest = static_cast<double>(range_of(c).max);
    const int shift = static_cast<int>(std::ceil(std::log2(3 * deviation / largest)));
    return std::clamp(shift, 0, max_shift(a, c));
}

}  // namespace xdnasim::kernels
