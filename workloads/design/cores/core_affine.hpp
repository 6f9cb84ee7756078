#pragma once
// Values that a core's program computes by a map of the dialect affine.

#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// affine.apply, affine.min or affine.max.
[[nodiscard]] bool is_affine_value(const ir::Operation& operation);

/// Sets what `operation`, for which is_affine_value() holds, gives. On data, each operation of the
/// map adds its time to `steps`. Throws InputError, with the place, for a map that is not known.
void read_affine_value(CoreState& state, const ir::Operation& operation, CoreSteps& steps);

}  // namespace xdnasim::design
