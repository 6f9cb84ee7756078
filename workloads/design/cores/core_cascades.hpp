#pragma once
// Words that a core's code itself puts on the cascade and gets from it.

#include "workloads/design/cores/core_state.hpp"

namespace xdnasim::design {

/// Adds the steps of an aie.put_cascade or aie.get_cascade. The vector.load of a word that is put,
/// and the vector.store of a word that has been got, are part of these steps. Returns false if
/// `operation` is something else. Throws InputError, with the place, for a vector that is not as
/// wide as the cascade.
bool read_cascade(CoreState& state, const ir::Operation& operation, CoreSteps& steps);

}  // namespace xdnasim::design
