#include "validation/gemm_rows.hpp"

#include <string_view>

namespace xdnasim::validation {
namespace {

kernels::DataType any_type(const CsvRow& row, std::string_view column) {
    return row[column].as_one_of(arch::kDataTypes);
}

}  // namespace

gemm::GemmDesign gemm_of(const CsvRow& row, gemm::GemmDesign design) {
    design.size = {extent(row, "m"), extent(row, "k"), extent(row, "n")};
    design.tile = {extent(row, "m_ct"), extent(row, "k_ct"), extent(row, "n_ct")};
    design.k_mt = extent(row, "k_mt");
    if (row.find("input") == nullptr) {
        design.a_type = any_type(row, "a");
        design.b_type = any_type(row, "b");
        design.c_type = any_type(row, "c");
    } else {
        design.a_type = design.b_type = data_type(row, "input");
        design.c_type = data_type(row, "output");
        design.b_layout = layout(row, "b_layout");
    }
    return design;
}

}  // namespace xdnasim::validation
