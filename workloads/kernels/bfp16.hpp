#pragma once
// The data type bfp16ebs8: 8 values share an exponent and take 9 bytes (AMD's block floating point
// for XDNA2; mlir-aie's host code for bfp16, AIE API bfp16ebs8).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "arch/units.hpp"

namespace xdnasim::kernels {

/// Values of a block; also the rows, and the columns, of a tile.
inline constexpr int kBfp16Values = 8;
inline constexpr int kBfp16Bytes = 9;
inline constexpr int kBfp16TileBytes = kBfp16Values * kBfp16Bytes;

/// One block. Byte 0: the largest exponent field of the values as fp32. Bytes 1 to 8: mantissas in
/// two's complement, of which 64 is 1 at that exponent.
using Bfp16Block = std::array<std::byte, kBfp16Bytes>;

/// Encodes a block; values are truncated towards minus infinity. Values below the smallest normal
/// fp32 have no hidden one. Throws base::InputError for infinity and NaN, which the format does not
/// have.
[[nodiscard]] Bfp16Block encode_bfp16(std::span<const float, kBfp16Values> values);

/// Decodes a block: m 2^(E - 127) / 64 for each mantissa m and the shared exponent field E; exact.
[[nodiscard]] std::array<float, kBfp16Values> decode_bfp16(const Bfp16Block& block);

// Order of 8 x 8 tiles in a core's memory, in which kernels pass through them without a jump.

/// Index of a tile of A or B. `line`: row of tiles of A, or column of tiles of B; `step`: the
/// tile's place along k. Tiles lie in pairs of lines of `depth` tiles.
[[nodiscard]] constexpr std::int64_t place_in_pairs(std::int64_t line, std::int64_t step,
                                                    std::int64_t depth) {
    return line / 2 * (2 * depth) + 2 * step + line % 2;
}
/// Index of a tile of C, which lie in squares of 2 x 2 tiles, `columns` tiles to a row.
[[nodiscard]] constexpr std::int64_t place_in_squares(std::int64_t row, std::int64_t column,
                                                      std::int64_t columns) {
    return row / 2 * (2 * columns) + column / 2 * 4 + row % 2 * 2 + column % 2;
}

/// Values of a tile; its rows, or columns, are its blocks.
using Bfp16Tile = std::array<float, std::size_t{kBfp16Values} * kBfp16Values>;
[[nodiscard]] Bfp16Tile load_bfp16_tile(const std::byte* from);
/// Encodes the tile and stores it. Throws as encode_bfp16() does.
void store_bfp16_tile(const Bfp16Tile& tile, std::byte* to);

}  // namespace xdnasim::kernels
