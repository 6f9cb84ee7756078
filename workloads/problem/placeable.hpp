#pragma once
// The workload of a problem, as place and route sees it.

#include "workloads/placed_schedule/placeable_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {

/// As it lies by its own rules: the problem has no section `placement`. Throws InputError with the
/// place in the file where it is placed otherwise, as netlists and designs are.
[[nodiscard]] placed_schedule::PlaceableWorkload placeable(const Problem& problem);

}  // namespace xdnasim::problem
