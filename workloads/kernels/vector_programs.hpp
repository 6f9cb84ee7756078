#pragma once
// Kernels without a matrix multiplication, as operations of the core.

#include "xdnasim/arch/slot_model.hpp"
#include "xdnasim/arch/units.hpp"
#include "xdnasim/workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// Stores zeros, a vector at a time.
[[nodiscard]] vliw::LoopNest zero_nest(arch::Bytes size, const arch::SlotModel& slots);

/// Loads and stores, a vector at a time.
[[nodiscard]] vliw::LoopNest copy_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] + y[i], a vector at a time.
[[nodiscard]] vliw::LoopNest add_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] * factor: a multiplication into an accumulator, stored through the SRS unit.
[[nodiscard]] vliw::LoopNest scale_nest(arch::Bytes size, const arch::SlotModel& slots);

}  // namespace xdnasim::kernels
