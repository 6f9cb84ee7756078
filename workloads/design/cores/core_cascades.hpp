#pragma once
// Words that a core itself puts to its cascade and gets from there.

#include "workloads/design/cores/core_state.hpp"

namespace xdnasim::design {

/// Adds words to the cascade and from there. The vectors in memory that they are belong to them;
/// false: `operation` is something else. Throws InputError, with the place, for a vector that is
/// not as wide as the cascade.
bool read_cascade(CoreState& state, const ir::Operation& operation, CoreSteps& steps);

}  // namespace xdnasim::design
