#pragma once
// How much longer the way between host memory and the array takes than contiguous data would, by
// how the shims' BDs of a schedule walk through it: the closed forms' part of access_cost.hpp.

#include "arch/device.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::memory {

/// From access_costs() of the patterns of all shim channels, weighted by the bytes that each of
/// them moves in the whole runtime sequence. The first task of a channel stands for all of its
/// others, and every page has been in use before. The words of traces do not count.
[[nodiscard]] schedule::PatternFactors pattern_factors(const schedule::Schedule& schedule,
                                                       const arch::Device& device);

}  // namespace xdnasim::memory
