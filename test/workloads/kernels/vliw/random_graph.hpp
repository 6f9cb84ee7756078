#pragma once
// Random operation graphs similar to those of kernels.

#include <cstdint>

#include "arch/core_model.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

/// A graph of 4 to 60 loads, shuffles, multiplications, stores and scalar operations for the core
/// of example_slots().
[[nodiscard]] OperationGraph random_code(const arch::SlotModel& model, std::uint32_t seed);
/// A graph of the same kind for the body of a loop, with dependences between iterations through
/// values and memory.
[[nodiscard]] OperationGraph random_loop(const arch::SlotModel& model, std::uint32_t seed);

}  // namespace xdnasim::vliw
