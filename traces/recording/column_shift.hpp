#pragma once
// Shifts of columns: a driver may place a design on other columns than it was made for, with all
// columns moved by the same number.

#include <span>

#include "traces/words/packet.hpp"

namespace xdnasim::recording {

[[nodiscard]] words::Unit moved(words::Unit unit, int columns);

/// The number of columns by which `from` must be moved so that as many of its units as possible are
/// among `to`; of several such numbers, the one nearest to 0. 0 if no unit matches.
[[nodiscard]] int best_column_shift(std::span<const words::Unit> from,
                                    std::span<const words::Unit> to);

}  // namespace xdnasim::recording
