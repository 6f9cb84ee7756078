#pragma once
// bfp16ebs8 as data: 8 values share an exponent and take 9 bytes (AMD's block floating point for
// XDNA2; mlir-aie's host code for bfp16, AIE API bfp16ebs8).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "arch/units.hpp"

namespace xdnasim::kernels {

/// Values of a block, and rows and columns of a tile.
inline constexpr int kBfp16Values = 8;
inline constexpr int kBfp16Bytes = 9;
inline constexpr int kBfp16TileBytes = kBfp16Values * kBfp16Bytes;

/// Byte 0: the largest exponent field of the values as fp32. Bytes 1 to 8: mantissas in two's
/// complement, of which 64 is 1 at that exponent.
using Bfp16Block = std::array<std::byte, kBfp16Bytes>;

/// Cuts the values off towards minus infinity. Values below the smallest normal fp32 have no hidden
/// one. Throws base::InputError for infinity and NaN, which the format does not have.
[[nodiscard]] Bfp16Block encode_bfp16(std::span<const float, kBfp16Values> values);

/// m 2^(E - 127) / 64 of each mantissa m; exact.
[[nodiscard]] std::array<float, kBfp16Values> decode_bfp16(const Bfp16Block& block);

// The order of 8 x 8 tiles in a core, in which kernels pass through them without a jump.

/// Of A by row and place along k; of B by column and place along k: pairs of rows, or columns, of
/// `depth` tiles.
[[nodiscard]] constexpr std::int64_t place_in_pairs(std::int64_t line, std::int64_t step,
                                                    std::int64_t depth) {
    return line / 2 * (2 * depth) + 2 * step + line % 2;
}
/// Of C by row and column: 2 x 2 tiles, row by row of `columns` tiles.
[[nodiscard]] constexpr std::int64_t place_in_squares(std::int64_t row, std::int64_t column,
                                                      std::int64_t columns) {
    return row / 2 * (2 * columns) + column / 2 * 4 + row % 2 * 2 + column % 2;
}

/// The tile's rows, or columns, are its blocks.
using Bfp16Tile = std::array<float, std::size_t{kBfp16Values} * kBfp16Values>;
[[nodiscard]] Bfp16Tile load_bfp16_tile(const std::byte* from);
/// Throws as encode_bfp16() does.
void store_bfp16_tile(const Bfp16Tile& tile, std::byte* to);

}  // namespace xdnasim::kernels
