#pragma once
// GEMM designs from measured rows.

#include "validation/csv_table.hpp"
#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::validation {

/// Returns `design` with the values of those columns that all files of GEMMs have: the size from m,
/// k and n, the tile from m_ct, k_ct and n_ct, and k_mt; the types from a, b and c, or if the file
/// has a column `input`, types and layout from input, output and b_layout.
[[nodiscard]] gemm::GemmDesign gemm_of(const CsvRow& row, gemm::GemmDesign design = {});

}  // namespace xdnasim::validation
