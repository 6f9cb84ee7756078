#include "cli/text_layout.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>
#include <sys/ioctl.h>

#include "base/number_format.hpp"

namespace xdnasim::cli {
namespace {

constexpr int kWidthElsewhere = 100;
constexpr int kMinWidth = 60;
constexpr int kMaxWidth = 1000;

/// The environment variable COLUMNS; nullopt if it is not set or not a positive number.
std::optional<int> columns_of_environment() {
    const char* const text = std::getenv("COLUMNS");
    if (text == nullptr) return {};
    const std::string_view digits{text};
    int columns = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), columns);
    if (error != std::errc{} || end != digits.end() || columns <= 0) return {};
    return columns;
}

std::optional<int> columns_of_terminal(int descriptor) {
    winsize size{};
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {};
    return size.ws_col;
}

constexpr std::size_t kGap = 2;

using WrappedRow = std::vector<std::vector<std::string>>;

WrappedRow wrap_cells(const Row& row, std::size_t max_width) {
    WrappedRow cells;
    for (const std::string& cell : row)
        cells.push_back(cells.size() + 1 == row.size() ? std::vector{cell} : wrap(cell, max_width));
    return cells;
}

void append(std::string& text, const WrappedRow& row, const std::vector<std::size_t>& widths) {
    std::size_t height = 0;
    for (const auto& cell : row)
        height = std::max(height, cell.size());
    for (std::size_t i = 0; i < height; ++i) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column)
            line += fmt::format("{:<{}}", i < row[column].size() ? row[column][i] : "",
                                widths[column] + kGap);
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
}

/// Whether a percent sign follows the space: "5 %" must not be broken.
bool is_within_number(std::string_view text, std::size_t space) {
    return space != std::string_view::npos && space > 0 && text.substr(space + 1, 1) == "%";
}

}  // namespace

int text_width(int descriptor) {
    std::optional<int> columns = columns_of_environment();
    if (!columns) columns = columns_of_terminal(descriptor);
    return std::clamp(columns.value_or(kWidthElsewhere), kMinWidth, kMaxWidth);
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    if (const std::size_t end = text.find('\n'); end != std::string_view::npos) {
        lines = wrap(text.substr(0, end), width);
        for (std::string& line : wrap(text.substr(end + 1), width))
            lines.push_back(std::move(line));
        return lines;
    }
    while (text.size() > width) {
        std::size_t space = text.rfind(' ', width);
        if (is_within_number(text, space)) space = text.rfind(' ', space - 1);
        if (space == std::string_view::npos || space == 0) space = text.find(' ', width);
        if (space == std::string_view::npos) break;
        lines.emplace_back(text.substr(0, space));
        text.remove_prefix(space + 1);
    }
    lines.emplace_back(text);
    return lines;
}

std::string aligned(const std::vector<Row>& rows, std::size_t max_width) {
    std::vector<WrappedRow> wrapped;
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row& row : rows) {
        wrapped.push_back(wrap_cells(row, max_width));
        for (std::size_t column = 0; column < row.size(); ++column)
            for (const std::string& line : wrapped.back()[column])
                widths[column] = std::max(widths[column], line.size());
    }
    std::string text;
    for (const WrappedRow& row : wrapped)
        append(text, row, widths);
    return text;
}

std::string microseconds(arch::Nanoseconds time) {
    constexpr double kShort = 10;
    const double count = arch::in_microseconds(time);
    return base::grouped(count, count < kShort ? 3 : 1) + " us";
}

std::string labelled(std::string_view label, const std::string& text) {
    constexpr std::size_t kLabelWidth = 14;
    constexpr std::size_t kTextWidth = 86;
    std::string lines;
    for (const std::string& part : wrap(text, kTextWidth))
        lines += fmt::format("{:<{}}{}\n", lines.empty() ? label : "", kLabelWidth, part);
    return lines;
}

}  // namespace xdnasim::cli
