#pragma once
// Matrices of bfp16ebs8, which lie in host memory tile by tile: the addresses of their blocks, by a
// calculation of the reference's own.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::gemm {

/// A matrix as lines along which its blocks lie: rows of A and C, columns of B.
struct TiledMatrix {
    std::int64_t lines = 0;
    std::int64_t length = 0;  ///< values of a line
    std::int64_t tile_lines = 0;
    std::int64_t tile_length = 0;
    /// True for C, which lies in squares of 2 x 2 tiles of 8 x 8; false for A and B, which lie in
    /// pairs of lines.
    bool squares = false;

    /// Offset in bytes of block number `block`, from 0, of a line.
    [[nodiscard]] std::int64_t byte_of(std::int64_t line, std::int64_t block) const;
    [[nodiscard]] std::int64_t bytes() const;
};

[[nodiscard]] TiledMatrix tiled_a(const GemmDesign& gemm);
[[nodiscard]] TiledMatrix tiled_b(const GemmDesign& gemm);
[[nodiscard]] TiledMatrix tiled_c(const GemmDesign& gemm);

/// Values line after line, in f32, which holds all values of bfp16ebs8 exactly.
[[nodiscard]] std::vector<std::byte> lines_of(const TiledMatrix& matrix,
                                              std::span<const std::byte> bytes);

/// Bytes of a tiled matrix. `line`: writes the values of line number `index`.
[[nodiscard]] std::vector<std::byte> tiled(
    const TiledMatrix& matrix,
    const std::function<void(std::int64_t index, std::span<double> line)>& line);

/// Lines of bf16 truncated to blocks of bfp16ebs8, in f32.
[[nodiscard]] std::vector<std::byte> cut_off_lines(std::int64_t length,
                                                   std::span<const std::byte> bf16);

}  // namespace xdnasim::gemm
