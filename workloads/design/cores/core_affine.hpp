#pragma once
// Values that a core's program computes with maps of the affine dialect.

#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// Returns whether the operation is an affine.apply, affine.min or affine.max.
[[nodiscard]] bool is_affine_value(const ir::Operation& operation);

/// Sets the result of `operation`, for which is_affine_value() must hold. If it depends on data,
/// each operation of the map adds its cycles to `steps`. Throws InputError, with the place, for a
/// map that is not known.
void read_affine_value(CoreState& state, const ir::Operation& operation, CoreSteps& steps);

}  // namespace xdnasim::design
