#pragma once
// What an operation takes that is written out in a core, for an estimate of code that nobody has
// compiled.

#include <cstdint>
#include <optional>
#include <string_view>

#include "arch/core_model.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// Cycles of one operation on data, nothing overlapped: as a core runs scalar code that is not
/// pipelined. The latencies are those of llvm-aie's schedule (aie2/AIE2Schedule.td): a load 7, a
/// multiplication 2, a division by steps of a bit; a vector operation is pipelined. Assumed for all
/// others. nullopt: not an operation that computes.
[[nodiscard]] std::optional<std::int64_t> cost_of(std::string_view operation);

/// How often the vector unit runs for `operation`: once for each register that its vectors fill, or
/// for the products that the core takes at most at a time. 1: it is on no vectors.
[[nodiscard]] std::int64_t vector_passes(const ir::Text& text, const ir::Operation& operation,
                                         const ir::Aliases& aliases, const arch::CoreModel& core);

/// Of a round of a loop: the branch with its delay slots, and the count.
inline constexpr std::int64_t kRoundCost = 7;

}  // namespace xdnasim::design
