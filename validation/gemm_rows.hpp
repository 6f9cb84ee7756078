#pragma once
// GEMMs as measured rows have them.

#include "validation/csv_table.hpp"
#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::validation {

/// The `design` with what its row says in columns that all files of GEMMs have: the size in m, k
/// and n, the tile in m_ct, k_ct and n_ct, k_mt; the types in a, b and c, or else in input and
/// output, with b_layout beside them.
[[nodiscard]] gemm::GemmDesign gemm_of(const CsvRow& row, gemm::GemmDesign design = {});

}  // namespace xdnasim::validation
