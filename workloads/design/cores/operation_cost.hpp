#pragma once
// What an operation takes that is written out in a core, for an estimate of code that nobody has
// compiled.

#include <cstdint>
#include <optional>
#include <string_view>

namespace xdnasim::design {

/// Cycles of one operation on data, nothing overlapped: as a core runs scalar code that is not
/// pipelined. The latencies are those of llvm-aie's schedule (aie2/AIE2Schedule.td): a load 7, a
/// multiplication 2, a division by steps of a bit; a vector operation is pipelined. Assumed for all
/// others. nullopt: not an operation that computes.
[[nodiscard]] std::optional<std::int64_t> cost_of(std::string_view operation);

/// Of a round of a loop: the branch with its delay slots, and the count.
inline constexpr std::int64_t kRoundCost = 7;

}  // namespace xdnasim::design
