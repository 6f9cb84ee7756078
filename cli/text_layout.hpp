#pragma once
// Plain text in columns.

#include <string>
#include <string_view>
#include <vector>

#include "arch/units.hpp"

namespace xdnasim::cli {

inline constexpr double kPercent = 100;  ///< of a share of 1

/// Characters of a line on `descriptor`: what the environment's COLUMNS says, else the width of
/// the terminal there, else 100. Never so few that no table fits.
[[nodiscard]] int text_width(int descriptor);

/// `text` in lines of at most `width` characters, broken at spaces; a longer word stays whole.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// A line of a summary: `label` in a column of its own, `text` beside it, in several lines when
/// it is long.
[[nodiscard]] std::string labelled(std::string_view label, const std::string& text);

/// "4,416.8 us"; three decimals below 10: whole networks take less than a microsecond.
[[nodiscard]] std::string microseconds(arch::Nanoseconds time);

using Row = std::vector<std::string>;

/// Rows with columns as wide as their widest cell, two spaces apart. The last column is
/// left ragged; the others wrap at `max_width`. Precondition: rows of equal length, not empty.
[[nodiscard]] std::string aligned(const std::vector<Row>& rows, std::size_t max_width);

}  // namespace xdnasim::cli
