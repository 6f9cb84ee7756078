#pragma once
// How a BD walks its memory, in words. The length is the authority: the outermost
// dimension goes on for as long as the length asks.

#include <cstddef>
#include <cstdint>

#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

[[nodiscard]] bool has_padding(const Bd& bd);

/// Words that the first `count` dimensions move, zeros included; saturating.
[[nodiscard]] std::int64_t words_of(const Bd& bd, std::size_t count);

/// A padded outermost dimension ends at its size; any other has no wrap register and
/// goes on. Precondition: there is a dimension.
[[nodiscard]] bool outermost_is_open(const Bd& bd);

/// How often dimension `index` is stepped through; 0: its numbers make no sense.
[[nodiscard]] std::int64_t steps_of(const Bd& bd, std::size_t index);

/// Bytes from the first one to the end of the last one that `bd` touches in all its
/// iterations; saturating; 0: its numbers make no sense.
[[nodiscard]] arch::Bytes extent_of(const Bd& bd);

}  // namespace xdnasim::schedule
