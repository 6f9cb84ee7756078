#include "validation/csv_table.hpp"

#include <algorithm>
#include <fstream>
#include <memory>

#include <boost/tokenizer.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/spelling.hpp"

namespace xdnasim::validation {
namespace {

using Cells = std::vector<std::string>;

std::string place(const std::filesystem::path& file, int line) {
    return fmt::format("{}:{}", file.string(), line);
}

Cells split(const std::string& line, const std::string& where) {
    try {
        const boost::tokenizer<boost::escaped_list_separator<char>> cells{line};
        return {cells.begin(), cells.end()};
    } catch (const boost::escaped_list_error& error) {
        throw base::InputError{fmt::format("{}: {}", where, error.what())};
    }
}

void check_header(const Cells& header, std::span<const std::string_view> columns,
                  std::span<const std::string_view> optional, const std::string& where) {
    std::vector<std::string> allowed{columns.begin(), columns.end()};
    allowed.insert(allowed.end(), optional.begin(), optional.end());
    for (const std::string& name : header) {
        if (std::ranges::find(allowed, name) == allowed.end())
            throw base::InputError{
                fmt::format("{}: unknown column {}{}; allowed: {}", where, base::in_quotes(name),
                            base::suggestion(name, allowed), fmt::join(allowed, ", "))};
        if (std::ranges::count(header, name) > 1)
            throw base::InputError{fmt::format("{}: column '{}' is given twice", where, name)};
    }
    for (const std::string_view name : columns)
        if (std::ranges::find(header, name) == header.end())
            throw base::InputError{fmt::format("{}: column '{}' is missing", where, name)};
}

}  // namespace

CsvRow::CsvRow(const std::filesystem::path& file, int line, std::span<const std::string> columns,
               std::span<const std::string> cells)
    : id_{place(file.stem(), line)} {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const base::Place at{
            .source = std::make_shared<const std::string>(place(file, line) + ": " + columns[i])};
        cells_.emplace(columns[i], base::Node::scalar(at, cells[i]));
    }
}

const base::Node& CsvRow::operator[](std::string_view column) const {
    return cells_.find(column)->second;
}

const base::Node* CsvRow::find(std::string_view column) const {
    const auto found = cells_.find(column);
    return found == cells_.end() ? nullptr : &found->second;
}

std::string CsvRow::text(std::string_view column) const {
    return (*this)[column].as_string();
}

std::vector<CsvRow> load_csv(const std::filesystem::path& file,
                             std::span<const std::string_view> columns,
                             std::span<const std::string_view> optional) {
    std::ifstream stream{file};
    if (!stream) throw base::InputError{fmt::format("cannot read '{}'", file.string())};
    std::vector<CsvRow> rows;
    Cells header;
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        const Cells cells = split(line, place(file, number));
        if (header.empty()) {
            check_header(cells, columns, optional, place(file, number));
            header = cells;
        } else if (cells.size() != header.size()) {
            throw base::InputError{fmt::format("{}: {} values; allowed: {}, one for each column",
                                               place(file, number), cells.size(), header.size())};
        } else {
            rows.emplace_back(file, number, header, cells);
        }
    }
    if (rows.empty()) throw base::InputError{fmt::format("{}: no rows", file.string())};
    return rows;
}

}  // namespace xdnasim::validation
