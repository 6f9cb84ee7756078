#pragma once
// The end of every slice of the reference: accumulators to outputs, in doubles.

#include <functional>
#include <span>

#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::gemm {

/// Replaces accumulators, already divided by 2^shift, by rounded and saturated outputs.
using Finish = std::function<void(std::span<double> accumulators)>;

[[nodiscard]] Finish finish_of(const schedule::GemmDescription& gemm);

/// Throws InputError when an accumulator may need more bits than doubles hold exactly.
void require_exact(const schedule::GemmDescription& gemm);

}  // namespace xdnasim::gemm
