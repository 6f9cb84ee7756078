#pragma once
// CSV files of measured rows: a header line, values in quotes if they contain commas, and comments
// in lines that begin with #.

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

/// One line of a file. Its cells are scalars, whose errors name "FILE:LINE: COLUMN".
class CsvRow {
 public:
    CsvRow(const std::filesystem::path& file, int line, std::span<const std::string> columns,
           std::span<const std::string> cells);

    /// Precondition: the file has such a column.
    [[nodiscard]] const base::Node& operator[](std::string_view column) const;
    [[nodiscard]] std::string text(std::string_view column) const;  ///< never empty
    /// Returns the cell in `column`; nullptr if the file has no such column.
    [[nodiscard]] const base::Node* find(std::string_view column) const;
    /// File and line of the row: "kernels:12".
    [[nodiscard]] const std::string& id() const { return id_; }

 private:
    std::string id_;
    std::map<std::string, base::Node, std::less<>> cells_;
};

/// Loads the rows of a file. Throws InputError "FILE:LINE: ..." unless the header names all of
/// `columns`, any of `optional` and no others, in any order, and every line has a cell for each.
[[nodiscard]] std::vector<CsvRow> load_csv(const std::filesystem::path& file,
                                           std::span<const std::string_view> columns,
                                           std::span<const std::string_view> optional = {});

// Cells that occur in more than one file of measured rows.

inline constexpr double kMaxMicroseconds = 1e9;  ///< longest time of a run

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
