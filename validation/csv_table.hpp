#pragma once
// Measured rows in CSV files: a header line, values quoted where they hold commas, comments
// from # at the start of a line.

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/node.hpp"
#include "base/parameters/kinds.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::validation {

/// One line. Its cells are scalars that say "FILE:LINE: COLUMN" when their value is wrong.
class CsvRow {
 public:
    CsvRow(const std::filesystem::path& file, int line, std::span<const std::string> columns,
           std::span<const std::string> cells);

    /// Precondition: the file has such a column.
    [[nodiscard]] const base::Node& operator[](std::string_view column) const;
    [[nodiscard]] std::string text(std::string_view column) const;  ///< never empty
    /// nullptr: the file has no such column.
    [[nodiscard]] const base::Node* find(std::string_view column) const;
    /// Where to find the row: "kernels:12".
    [[nodiscard]] const std::string& id() const { return id_; }

 private:
    std::string id_;
    std::map<std::string, base::Node, std::less<>> cells_;
};

/// Throws InputError "FILE:LINE: ..." unless the header names exactly `columns`, and whichever it
/// has of `optional`, in any order, and every line has a cell for each.
[[nodiscard]] std::vector<CsvRow> load_csv(const std::filesystem::path& file,
                                           std::span<const std::string_view> columns,
                                           std::span<const std::string_view> optional = {});

// Cells of measured rows that more than one file has.

inline constexpr double kMaxMicroseconds = 1e9;  ///< of a run

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
    return row[column].as_int(1, parameters::kMaxExtent);
}

}  // namespace xdnasim::validation
