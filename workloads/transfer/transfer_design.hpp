#pragma once
// Traffic without kernels: matrices that go from host memory through mem tiles back to host
// memory, in tiles, as a GEMM would read them. Measures the memory system alone.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/units.hpp"
#include "base/parameters/table.hpp"

namespace xdnasim::arch {
struct Device;
}

namespace xdnasim::transfer {

/// Where the next tile lies.
enum class Walk : std::uint8_t {
    Along,   ///< further along the same rows: A of a GEMM, or a column-major B
    Across,  ///< below: the rows after the tile's last, a row-major B
    Bands,   ///< below, within a band of rows that each column has to itself
};

[[nodiscard]] std::string to_string(Walk walk);  // "along"

/// One matrix in host memory; the columns share its tiles. A tile is `runs` rows high and
/// `run` wide. With Walk::Along strips of tiles lie below each other, with Walk::Across
/// beside each other, and column c of n takes every n-th strip, from strip c. With Walk::Bands
/// column c takes the c-th of n equal bands of rows, strip beside strip.
struct MatrixStream {
    std::string name;
    std::int64_t rows = 0;
    arch::Bytes row{};
    arch::Bytes run{};      ///< contiguous bytes of a tile
    std::int64_t runs = 0;  ///< of a tile
    Walk walk = Walk::Along;

    [[nodiscard]] arch::Bytes size() const { return row * rows; }
    [[nodiscard]] arch::Bytes tile() const { return run * runs; }
    /// What the columns share evenly: strips of tiles, or rows of tiles with Walk::Bands.
    [[nodiscard]] std::int64_t strips() const {
        return walk == Walk::Across ? row / run : rows / runs;
    }
};

/// Every stream has an MM2S and an S2MM channel of its own in each shim and mem tile, and is
/// written back to a matrix of the same shape in the same order.
struct TransferDesign {
    int columns = 0;  ///< used, from column 0
    int depth = 2;    ///< tiles that a mem tile holds of each stream
    std::vector<MatrixStream> streams;
};

/// The section `transfer` of a problem file. `device` bounds the array.
[[nodiscard]] parameters::Table<TransferDesign> parameter_table(const arch::Device& device);

}  // namespace xdnasim::transfer
