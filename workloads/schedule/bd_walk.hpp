#pragma once
// The order in which a BD traverses its memory, in words. The length takes precedence: the
// outermost dimension continues until the length is reached.

#include <cstddef>
#include <cstdint>

#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

[[nodiscard]] bool has_padding(const Bd& bd);

/// Words that the innermost `count` dimensions move, zeros included; saturating.
[[nodiscard]] std::int64_t words_of(const Bd& bd, std::size_t count);

/// Does the outermost dimension continue until the length is reached? If padded, it ends at its
/// size; otherwise it has no wrap register and continues. Precondition: `bd` has a dimension.
[[nodiscard]] bool outermost_is_open(const Bd& bd);

/// Number of steps of dimension `index`; 0 if the sizes are invalid.
[[nodiscard]] std::int64_t steps_of(const Bd& bd, std::size_t index);

/// Bytes from the first byte to the end of the last one that `bd` touches in all its iterations;
/// saturating; 0 if sizes or strides are invalid.
[[nodiscard]] arch::Bytes extent_of(const Bd& bd);

}  // namespace xdnasim::schedule
