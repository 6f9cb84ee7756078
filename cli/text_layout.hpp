#pragma once
// Plain text in columns.

#include <string>
#include <string_view>
#include <vector>

#include "arch/units.hpp"

namespace xdnasim::cli {

inline constexpr double kPercent = 100;  ///< percent in a share of 1

/// Characters per line on the file descriptor `descriptor`: the environment variable COLUMNS if it
/// is a number, else the width of the terminal, else 100; clamped to 60 to 1000, so that tables
/// fit.
[[nodiscard]] int text_width(int descriptor);

/// Breaks `text` at newlines and at spaces into lines of at most `width` characters. A longer word
/// stays whole.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// A line of a summary: `label` in the first column, `text` beside it, wrapped if it is long.
[[nodiscard]] std::string labelled(std::string_view label, const std::string& text);

/// A time such as "4,416.8 us". Below 10 us it has three decimals, because whole networks take less
/// than a microsecond.
[[nodiscard]] std::string microseconds(arch::Nanoseconds time);

using Row = std::vector<std::string>;

/// A table whose columns are as wide as their widest cell and two spaces apart. Cells wrap at
/// `max_width`, except in the last column, which is neither wrapped nor padded. Precondition:
/// `rows` is not empty, and its rows have equal length.
[[nodiscard]] std::string aligned(const std::vector<Row>& rows, std::size_t max_width);

}  // namespace xdnasim::cli
