#pragma once
// Values that a core's program computes by a map of the dialect affine.

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// affine.apply, affine.min or affine.max.
[[nodiscard]] bool is_affine_value(const ir::Operation& operation);

}  // namespace xdnasim::design
