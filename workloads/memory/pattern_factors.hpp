#pragma once
// Factors by which transfers between host memory and the array take longer than those of contiguous
// data, by the patterns of the shims' BDs of a schedule: access_cost.hpp for the closed forms.

#include "arch/device.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::memory {

/// Factors from access_costs() of the patterns of all shim channels, weighted by the bytes that
/// each channel moves in the whole runtime sequence. The first task of a channel stands for all its
/// tasks, and every page is taken to have been accessed before. Words of traces do not count.
[[nodiscard]] schedule::PatternFactors pattern_factors(const schedule::Schedule& schedule,
                                                       const arch::Device& device);

}  // namespace xdnasim::memory
