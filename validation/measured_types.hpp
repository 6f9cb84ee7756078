#pragma once
// Cells of measured rows that more than one file has.

#include <string>
#include <string_view>

#include "validation/csv_table.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::validation {

inline constexpr std::int64_t kMaxExtent = std::int64_t{1} << 20;

[[nodiscard]] inline kernels::DataType data_type(const CsvRow& row, std::string_view column) {
    return row[column].as_one_of(arch::types_where(arch::is_stored_singly));
}

[[nodiscard]] inline std::string types_text(kernels::DataType input, kernels::DataType output) {
    return to_string(input) + " -> " + to_string(output);
}

[[nodiscard]] inline kernels::Layout layout(const CsvRow& row, std::string_view column) {
    return row[column].as_one_of(kernels::kLayouts);
}

[[nodiscard]] inline std::int64_t extent(const CsvRow& row, std::string_view column) {
    return row[column].as_int(1, kMaxExtent);
}

}  // namespace xdnasim::validation
