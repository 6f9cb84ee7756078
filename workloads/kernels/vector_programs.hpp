#pragma once
// Kernels without a matrix multiplication, as operations of the core.

#include <span>
#include <string_view>

#include "arch/slot_model.hpp"
#include "arch/units.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// Stores zeros, a vector at a time.
[[nodiscard]] vliw::LoopNest zero_nest(arch::Bytes size, const arch::SlotModel& slots);

/// Loads and stores, a vector at a time.
[[nodiscard]] vliw::LoopNest copy_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] + y[i], a vector at a time.
[[nodiscard]] vliw::LoopNest add_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] + 1, a vector at a time; the vector of ones stays in its register.
[[nodiscard]] vliw::LoopNest add_one_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] * factor of int8: a multiplication into accumulators of 32 bits, stored through
/// the SRS unit.
[[nodiscard]] vliw::LoopNest scale_nest(arch::Bytes size, const arch::SlotModel& slots);

/// One of the above by its name; `size` is that of each of its arrays.
struct VectorProgram {
    std::string_view name;  ///< "copy"
    vliw::LoopNest (*nest)(arch::Bytes size, const arch::SlotModel& slots);
};
[[nodiscard]] std::span<const VectorProgram> vector_programs();

}  // namespace xdnasim::kernels
