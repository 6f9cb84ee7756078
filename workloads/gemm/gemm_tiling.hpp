#pragma once
// The four levels of a GEMM's tiling on a device, with everything that follows from them:
//   r x s x t               the core's matrix instruction
//   m_ct x k_ct x n_ct      one kernel call of one core
//   (m_ct*rows) x k_mt x (n_ct*columns)   the array's native size
//   M x K x N               the matrices

#include "xdnasim/arch/device.hpp"
#include "xdnasim/workloads/gemm/gemm_problem.hpp"

namespace xdnasim::gemm {

struct Tiling {
    const arch::Device& device;
    schedule::Extent size;         ///< M, K, N; multiples of the native size
    schedule::Extent tile;         ///< m_ct, k_ct, n_ct
    schedule::Extent instruction;  ///< r, s, t
    std::int64_t k_mt;
    int rows, columns;                       ///< of cores
    std::int64_t a_bytes, b_bytes, c_bytes;  ///< of an element

    // One core's tiles and one mem tile's tiles, in bytes.
    [[nodiscard]] std::int64_t a_tile() const { return tile.m * tile.k * a_bytes; }
    [[nodiscard]] std::int64_t b_tile() const { return tile.k * tile.n * b_bytes; }
    [[nodiscard]] std::int64_t c_tile() const { return tile.m * tile.n * c_bytes; }
    [[nodiscard]] std::int64_t a_panel() const { return tile.m * k_mt * a_bytes; }
    [[nodiscard]] std::int64_t b_panel() const { return k_mt * tile.n * b_bytes; }

    /// Output blocks of the whole array along M and N.
    [[nodiscard]] std::int64_t m_blocks() const { return size.m / (tile.m * rows); }
    [[nodiscard]] std::int64_t n_blocks() const { return size.n / (tile.n * columns); }
    [[nodiscard]] std::int64_t calls_per_output() const { return size.k / tile.k; }

    /// A_i enters at this column, and is broadcast along row i of the cores from there.
    [[nodiscard]] int a_column(int row) const { return row * columns / rows; }
    /// The row whose A enters at `column`; -1: none.
    [[nodiscard]] int a_row_at(int column) const;

    [[nodiscard]] arch::TileId core(int row, int column) const {
        return {column, device.first_core_row() + row};
    }
    static arch::TileId mem_tile(int column) { return {column, 1}; }
    static arch::TileId shim(int column) { return {column, 0}; }
};

/// Throws InputError when the problem does not fit the device: types without a matrix
/// instruction, more rows or columns than the mapping can use, sizes that are no multiples,
/// tiles larger than a core's memory (by how much).
[[nodiscard]] Tiling tile_problem(const GemmProblem& problem, const arch::Device& device);

}  // namespace xdnasim::gemm
