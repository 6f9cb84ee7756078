#pragma once
// Operation graphs of the kind kernels have, drawn at random.

#include <cstdint>

#include "arch/core_model.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

/// Loads, shuffles, multiplications, stores and scalar operations for the core of
/// example_slots(), 4 to 60 of them.
[[nodiscard]] OperationGraph random_code(const arch::SlotModel& model, std::uint32_t seed);
/// The same as the body of a loop, with values and memory handed on to later iterations.
[[nodiscard]] OperationGraph random_loop(const arch::SlotModel& model, std::uint32_t seed);

}  // namespace xdnasim::vliw
