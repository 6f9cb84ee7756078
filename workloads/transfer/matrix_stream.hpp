#pragma once
// What a schedule moves when it computes nothing.

#include <cstdint>
#include <string>
#include <vector>

#include "xdnasim/workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// Where the next tile lies.
enum class Walk : std::uint8_t {
    Along,   ///< further along the same rows: A of a GEMM, or a column-major B
    Across,  ///< below: the rows after the tile's last, a row-major B
    Bands,   ///< likewise, within a band of rows that each column has to itself
};

[[nodiscard]] std::string to_string(Walk walk);  // "along"

/// One matrix in host memory; the columns share its tiles. A tile is `runs` rows high and
/// `run_bytes` wide. With Walk::Along strips of tiles lie below each other, with Walk::Across
/// beside each other, and column c of n takes every n-th strip, from strip c. With Walk::Bands
/// column c takes the c-th of n equal bands of rows, strip beside strip.
struct MatrixStream {
    std::string name;
    std::int64_t rows = 0;
    std::int64_t row_bytes = 0;
    std::int64_t run_bytes = 0;  ///< contiguous bytes of a tile
    std::int64_t runs = 0;       ///< of a tile
    Walk walk = Walk::Along;

    [[nodiscard]] arch::Bytes size() const { return arch::Bytes{rows * row_bytes}; }
    [[nodiscard]] arch::Bytes tile() const { return arch::Bytes{run_bytes * runs}; }
    /// What the columns share evenly: strips of tiles, or rows of tiles with Walk::Bands.
    [[nodiscard]] std::int64_t strips() const {
        return walk == Walk::Across ? row_bytes / run_bytes : rows / runs;
    }
};

/// A matrix that goes through the array and comes back as it was.
struct Copy {
    MatrixStream matrix;
    HostBufferRef from{}, to{};
};

/// For the check of a run and the reports.
struct TransferDescription {
    int columns = 0;
    int depth = 0;  ///< tiles that a mem tile holds of each matrix
    std::vector<Copy> copies;
};

}  // namespace xdnasim::schedule
