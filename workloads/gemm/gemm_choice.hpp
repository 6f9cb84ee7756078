#pragma once
// The four levels of a GEMM's tiling on a device, with everything that follows from them:
//   r x s x t               the core's matrix instruction
//   m_ct x k_ct x n_ct      one kernel call of one core
//   (m_ct*rows) x k_mt x (n_ct*columns)   the array's native size
//   M x K x N               the matrices, padded to multiples of the native size

#include "xdnasim/arch/device.hpp"
#include "xdnasim/workloads/gemm/gemm_problem.hpp"

namespace xdnasim::gemm {

/// Consecutive rows of cores.
struct RowRange {
    int first = 0;
    int count = 0;
};

struct Tiling {
    const arch::Device* device = nullptr;
    schedule::Extent asked{};        ///< M, K, N of the problem
    schedule::Extent size{};         ///< M, K, N; multiples of the native size
    schedule::Extent tile{};         ///< m_ct, k_ct, n_ct
    schedule::Extent instruction{};  ///< r, s, t
    std::int64_t k_mt = 0;
    int rows = 0, columns = 0;                           ///< of cores
    std::int64_t a_bytes = 0, b_bytes = 0, c_bytes = 0;  ///< of an element
    kernels::Layout b_layout = kernels::Layout::ColumnMajor;
    int c_buffers = 1;
    int c_buffers_l2 = 1;
    arch::Bytes stack{};
    schedule::BdReconfiguration bd_reconfiguration{};

    /// Sets `size` to the multiples of the native size that hold the sizes asked for.
    void pad();

    // One core's tiles, in bytes.
    [[nodiscard]] std::int64_t a_tile() const { return tile.m * tile.k * a_bytes; }
    [[nodiscard]] std::int64_t b_tile() const { return tile.k * tile.n * b_bytes; }
    [[nodiscard]] std::int64_t c_tile() const { return tile.m * tile.n * c_bytes; }
    /// What a mem tile holds of A for one row of cores, in bytes: m_ct x k_mt.
    [[nodiscard]] std::int64_t a_panel() const { return tile.m * k_mt * a_bytes; }
    /// What a mem tile holds of B, in bytes: k_mt x n_ct, or k_ct x n_ct of a row-major B, whose
    /// lines in DRAM are n_ct long however many are taken at a time.
    [[nodiscard]] std::int64_t b_panel() const {
        return b_is_row_major() ? b_tile() : k_mt * tile.n * b_bytes;
    }
    [[nodiscard]] bool b_is_row_major() const { return b_layout == kernels::Layout::RowMajor; }

    /// Output blocks of the whole array along M and N.
    [[nodiscard]] std::int64_t m_blocks() const { return size.m / (tile.m * rows); }
    [[nodiscard]] std::int64_t n_blocks() const { return size.n / (tile.n * columns); }
    [[nodiscard]] std::int64_t calls_per_output() const { return size.k / tile.k; }

    /// A_i enters at this column, and is broadcast along row i of the cores from there.
    [[nodiscard]] int a_column(int row) const { return row * columns / rows; }
    /// The rows whose A enters at `column`: they share a shim channel.
    [[nodiscard]] RowRange a_rows_at(int column) const;

    [[nodiscard]] arch::TileId core(int row, int column) const {
        return {column, device->first_core_row() + row};
    }
    static arch::TileId mem_tile(int column) { return {column, 1}; }
    static arch::TileId shim(int column) { return {column, 0}; }
};

/// Chooses what the problem leaves open, pads its size, and checks that the device can hold and
/// address the tiles. Throws MappingError when it cannot (by how much; the nearest tile that
/// fits), when it has no matrix instruction for the types, or when the mapping cannot use the
/// array asked for. The result refers to `device`.
///
/// Left open, the tile is the device's default for the types, made smaller where that pads less:
/// along each axis the default says into how many parts the matrix falls, and the tile is the
/// smallest that makes as many.
[[nodiscard]] Tiling tile_problem(const GemmProblem& problem, const arch::Device& device);

}  // namespace xdnasim::gemm
