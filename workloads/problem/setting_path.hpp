#pragma once
// Paths of `--set` that leave out where in the problem file their key stands.

#include <span>

#include "base/node.hpp"
#include "workloads/problem/problem.hpp"
#include "workloads/problem/workload_list.hpp"

namespace xdnasim::problem {

/// Throws InputError when the file `root` can have no key such as that of `setting`, but has, or
/// may have, keys whose paths have the same words in the same order: gemm.tile.m for tile.m. The
/// message names them.
void refuse_partial_path(const Setting& setting, const base::Node& root,
                         std::span<const WorkloadEntry> workloads);

}  // namespace xdnasim::problem
