#pragma once
// Traffic without kernels: matrices that move in tiles from host memory through mem tiles and back
// to host memory, in the order in which a GEMM would read them. Measures the memory system alone.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/units.hpp"
#include "base/parameters/table.hpp"

namespace xdnasim::arch {
struct Device;
}

namespace xdnasim::transfer {

/// Position of the next tile of a column.
enum class Walk : std::uint8_t {
    Along,   ///< further along the same rows: A of a GEMM, or a column-major B
    Across,  ///< below, in the rows after the tile's last row: a row-major B
    Bands,   ///< below, within a band of rows that belongs to one column
};

[[nodiscard]] std::string to_string(Walk walk);  // "along"

/// A matrix in host memory whose tiles are distributed over the columns. A tile is `runs` rows high
/// and `run` bytes wide. Tiles form strips, which lie below each other with Walk::Along, and beside
/// each other with Walk::Across; column c of n takes every n-th strip, starting with strip c. With
/// Walk::Bands, column c takes the c-th of n equal bands of rows, strip by strip.
struct MatrixStream {
    std::string name;
    std::int64_t rows = 0;
    arch::Bytes row{};
    arch::Bytes run{};      ///< width of a tile: contiguous bytes
    std::int64_t runs = 0;  ///< height of a tile in rows
    Walk walk = Walk::Along;

    [[nodiscard]] arch::Bytes size() const { return row * rows; }
    [[nodiscard]] arch::Bytes tile() const { return run * runs; }
    /// Number of units that are distributed evenly over the columns: strips of tiles, or rows of
    /// tiles with Walk::Bands.
    [[nodiscard]] std::int64_t strips() const {
        return walk == Walk::Across ? row / run : rows / runs;
    }
};

/// Each stream has an MM2S and an S2MM channel of its own in each shim and mem tile, and is written
/// back in the same order to a matrix of the same shape.
struct TransferDesign {
    int columns = 0;  ///< number of columns in use, from column 0
    int depth = 2;    ///< tiles of each stream that a mem tile buffers
    std::vector<MatrixStream> streams;
};

/// The table of the section `transfer` of a problem file; `device` limits the array.
[[nodiscard]] parameters::Table<TransferDesign> parameter_table(const arch::Device& device);

}  // namespace xdnasim::transfer
