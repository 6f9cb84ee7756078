#pragma once
// Dimensions of every BD, innermost first: they bring matrices in plain order into the order of the
// core's matrix instruction, and C back.

#include <optional>
#include <string>
#include <vector>

#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::gemm {

using Dimensions = std::vector<schedule::Dimension>;

// Matrices of bfp16ebs8 lie in host memory tile by tile and are not reordered on their way: their
// BDs are linear, without dimensions, except that of C into host memory, which steps over the tiles
// of other columns.

// Between host memory and stream (shim).
/// The A of `rows` rows of cores, panel after panel: (k_mt, m_ct*rows, K/k_mt).
[[nodiscard]] Dimensions a_from_host(const GemmDesign& design, int rows);
/// Column-major: (k_mt, n_ct, K/k_mt). Row-major: (n_ct, K), since a third dimension would step
/// over k_mt lines of B at once, which overflows the step register for large N.
[[nodiscard]] Dimensions b_from_host(const GemmDesign& design);
/// Whole rows of a column's block of C: (n_ct, m_ct*rows).
[[nodiscard]] Dimensions c_to_host(const GemmDesign& design);

// Between host memory and stream for a whole block row of C, of which a column computes every
// columns-th block.
/// Step from the B of one block to that of the next, for a BD that runs once for each block.
[[nodiscard]] schedule::Iteration b_blocks_from_host(const GemmDesign& design);
/// A column's blocks of one block row: (n_ct, m_ct*rows, N/(n_ct*columns)).
[[nodiscard]] Dimensions c_block_row_to_host(const GemmDesign& design);
/// Step from one block row of C to the next, for a BD that runs `block_rows` times.
[[nodiscard]] schedule::Iteration c_block_rows_to_host(const GemmDesign& design,
                                                       std::int64_t block_rows);

/// Bytes from the B of one column to that of the next: n_ct lines, or n_ct elements of every line
/// of a row-major B.
[[nodiscard]] arch::Bytes b_column_step(const GemmDesign& design);
/// Bytes from the A of one row of cores to that of the next: m_ct lines.
[[nodiscard]] arch::Bytes a_row_step(const GemmDesign& design);
/// Bytes from the C of one row of cores to that of the next, and from one column to the next; whole
/// tiles if C lies tile by tile.
[[nodiscard]] arch::Bytes c_row_step(const GemmDesign& design);
[[nodiscard]] arch::Bytes c_column_step(const GemmDesign& design);

// Between stream and mem tile.
/// Lines of k_mt arrive; pieces of k_ct are stored one after the other: (k_ct, k_mt/k_ct, m_ct).
[[nodiscard]] Dimensions a_into_l2(const GemmDesign& design);
/// Pieces of k_ct, m_ct/rho lines each, leave column of tiles by column of tiles, slice after
/// slice: (s, m_ct/rho, k_ct/s, rho*k_mt/k_ct).
[[nodiscard]] Dimensions a_out_of_l2(const GemmDesign& design);
/// Column-major: as A, with n_ct for m_ct. Row-major: plain.
[[nodiscard]] Dimensions b_into_l2(const GemmDesign& design);
/// Column-major: as A. Row-major: s x t tiles, row of tiles by row of tiles:
/// (t, s, n_ct/t, k_ct/s).
[[nodiscard]] Dimensions b_out_of_l2(const GemmDesign& design);
/// r x t tiles become rows of the matrix: (t, n_ct/t, r, m_ct/r).
[[nodiscard]] Dimensions c_out_of_l2(const GemmDesign& design);

// Between stream and core.
/// Tiles that arrive column by column are stored row by row: (r*s, m_ct/(r*rho), k_ct/s).
[[nodiscard]] Dimensions a_into_core(const GemmDesign& design);
/// Column-major: as A, with t and n_ct for r and m_ct. Row-major: plain.
[[nodiscard]] Dimensions b_into_core(const GemmDesign& design);

/// The dimensions of one BD, with a name and the kind of tile whose DMA uses them.
struct AddressPattern {
    std::string name;  ///< "A into the mem tile"
    arch::TileKind tile;
    Dimensions dimensions;
    std::optional<schedule::Iteration> iteration{};
};

/// All address patterns of the mapping.
[[nodiscard]] std::vector<AddressPattern> address_patterns(const GemmDesign& design);

}  // namespace xdnasim::gemm
