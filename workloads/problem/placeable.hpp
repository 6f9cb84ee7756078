#pragma once
// The workload of a problem as a netlist for place and route.

#include "workloads/placed_schedule/placeable_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {

/// The workload as placed by its own rules, for a problem without a section `placement`. Throws
/// InputError with the position in the file if the workload is placed in another way, as netlists
/// and designs are.
[[nodiscard]] placed_schedule::PlaceableWorkload placeable(const Problem& problem);

}  // namespace xdnasim::problem
