#pragma once
// A driver may put a design on other columns than it was made for, all of them moved alike.

#include <span>

#include "traces/words/packet.hpp"

namespace xdnasim::recording {

[[nodiscard]] words::Unit moved(words::Unit unit, int columns);

/// How many columns `from` is to be moved by so that most of its units are among `to`; of those,
/// the fewest. 0 when none are.
[[nodiscard]] int best_column_shift(std::span<const words::Unit> from,
                                    std::span<const words::Unit> to);

}  // namespace xdnasim::recording
