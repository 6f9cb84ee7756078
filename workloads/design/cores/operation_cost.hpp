#pragma once
// Cost of operations that are written out in a core's code, as an estimate of code that has not
// been compiled.

#include <cstdint>
#include <optional>
#include <string_view>

#include "arch/core_model.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// Cycles of one operation on data, not overlapped with others, as in scalar code without software
/// pipelining. Loads and multiplications take the latency of the device's operations vld and mul.
/// Stores, vector operations (which are pipelined) and all other operations on whole numbers take
/// one issue cycle. Cycles of floating-point operations, divisions and functions are assumed, since
/// no device file has them. nullopt if the operation does not compute. Throws InputError if the
/// core lacks an operation from which the cost is taken.
[[nodiscard]] std::optional<arch::Cycles> cost_of(std::string_view operation,
                                                  const arch::SlotModel& slots);

/// Number of times that the vector unit is used for `operation`: once for each register that its
/// vectors fill, or, for products, as often as the core's peak rate of MACs demands. 1 if the
/// operation is not on vectors.
[[nodiscard]] std::int64_t vector_passes(const ir::Text& text, const ir::Operation& operation,
                                         const ir::Aliases& aliases, const arch::CoreModel& core);

/// Cycles that each round of a loop adds: a branch with the device's delay slots, and an addition
/// for the counter.
[[nodiscard]] arch::Cycles round_cost(const arch::SlotModel& slots);

}  // namespace xdnasim::design
