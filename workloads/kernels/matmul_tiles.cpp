#include "workloads/kernels/matmul_tiles.hpp"

#include <fmt/format.h>

#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {

int bits_of(DataType type, int elements) {
    constexpr int kBitsPerByte = 8;
    return static_cast<int>(storage(type, elements).count()) * kBitsPerByte;
}

int accumulators_of_tile(const Matmul& matmul) {
    return parts(matmul.r * matmul.t * accumulator_bits(matmul.a), kAccumulatorBits);
}

std::string part_name(const std::string& value, int part) {
    return part == 0 ? value : fmt::format("{}.{}", value, part);
}

void for_each_tile(
    Blocking blocking,
    const std::function<void(const std::string& tile, int row, int column)>& function) {
    for (int column = 0; column < blocking.columns; ++column)
        for (int row = 0; row < blocking.rows; ++row)
            function(fmt::format("C{}{}", row, column), row, column);
}

}  // namespace xdnasim::kernels
