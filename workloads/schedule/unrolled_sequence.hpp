#pragma once
// The runtime sequence as the command processor executes it: with its loops unrolled.

#include <cstdint>
#include <functional>
#include <vector>

#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::schedule {

/// Calls `tell` for each executed operation in order, with loop-dependent values replaced by
/// numbers.
void for_each_unrolled(const std::vector<SequenceOp>& sequence,
                       const std::function<void(const SequenceOp&)>& tell);

[[nodiscard]] std::vector<SequenceOp> unrolled(const std::vector<SequenceOp>& sequence);

/// Number of operations of the unrolled sequence; saturating.
[[nodiscard]] std::int64_t unrolled_size(const std::vector<SequenceOp>& sequence);

}  // namespace xdnasim::schedule
