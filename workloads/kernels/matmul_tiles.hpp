#pragma once
// The r x s, s x t and r x t tiles of a matrix multiplication, counted in bits and registers.

#include <algorithm>
#include <functional>
#include <string>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// Tiles of C in a block: rows of r, columns of t.
struct Blocking {
    int rows = 1;
    int columns = 1;
    bool operator==(const Blocking&) const = default;
};

/// Registers as an arch::RegisterFile counts them, and the widest that one operation moves: X and
/// cm.
inline constexpr int kVectorBits = 256;
inline constexpr int kAccumulatorBits = 512;
inline constexpr int kWideVectorBits = 512;
inline constexpr int kWideAccumulatorBits = 1024;

/// How many times `part` bits it takes for `bits`; at least once.
[[nodiscard]] constexpr int parts(int bits, int part) {
    return std::max(1, (bits + part - 1) / part);
}

/// Vector registers of a value of `bits`.
[[nodiscard]] constexpr int vector_registers(int bits) {
    return parts(bits, kVectorBits);
}

/// Of `elements` as they lie in memory.
[[nodiscard]] int bits_of(DataType type, int elements);

/// Accumulators of one r x t tile.
[[nodiscard]] int accumulators_of_tile(const Matmul& matmul);

/// Name of a part of a value that takes several operations; part 0 carries the value's own.
[[nodiscard]] std::string part_name(const std::string& value, int part);

/// Calls `function` with the name, row and column of each tile of a block of C.
void for_each_tile(
    Blocking blocking,
    const std::function<void(const std::string& tile, int row, int column)>& function);

}  // namespace xdnasim::kernels
