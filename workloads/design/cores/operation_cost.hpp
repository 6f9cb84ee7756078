#pragma once
// What an operation takes that is written out in a core, for an estimate of code that nobody has
// compiled.

#include <cstdint>
#include <optional>
#include <string_view>

#include "arch/core_model.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// Of one operation on data, nothing overlapped: as a core runs scalar code that is not
/// pipelined. Loads and multiplications take what the device says of its operations vld and mul
/// until their result is there; stores, vector operations, which are pipelined, and all others of
/// whole numbers take the cycle of their issue. What floats, divisions and functions take is
/// assumed, as no device file has it. nullopt: not an operation that computes. Throws InputError
/// where the core lacks one of these operations.
[[nodiscard]] std::optional<arch::Cycles> cost_of(std::string_view operation,
                                                  const arch::SlotModel& slots);

/// How often the vector unit runs for `operation`: once for each register that its vectors fill, or
/// for the products that the core takes at most at a time. 1: it is on no vectors.
[[nodiscard]] std::int64_t vector_passes(const ir::Text& text, const ir::Operation& operation,
                                         const ir::Aliases& aliases, const arch::CoreModel& core);

/// Of a round of a loop: the branch with the device's delay slots, and the count, an addition.
[[nodiscard]] arch::Cycles round_cost(const arch::SlotModel& slots);

}  // namespace xdnasim::design
