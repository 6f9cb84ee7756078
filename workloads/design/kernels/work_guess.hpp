#pragma once
// Suggestions for a template of kernels.yaml: which of xdnasim's own kernels a function probably
// is. They never count by themselves, because a name does not say what a function computes.

#include <optional>
#include <string>

#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design {

/// The description of the work of `call` that the name of its function and the types of its
/// arguments suggest, such as "{work: zero}"; nullopt if they suggest none. It may be refused as
/// the description of a kernel, for instance if the device has no instruction for the types.
///
/// Suggested are `matmul` for three arrays A, B and C, whose sides follow from their numbers of
/// elements, `zero` for one array, and `copy` for two arrays of the same size. Example: arrays of
/// 2,048, 1,536 and 3,072 elements are those of m = 64, k = 32, n = 48. Nothing is suggested for a
/// function whose name has "scalar" in it: xdnasim's kernels use the vector unit, which is tens of
/// times faster.
[[nodiscard]] std::optional<std::string> guessed_work(const CallSite& call);

}  // namespace xdnasim::design
