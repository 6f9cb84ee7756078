#pragma once
// The runtime sequence as the command processor goes through it: without its loops.

#include <cstdint>
#include <functional>
#include <vector>

#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::schedule {

/// Calls `tell` for one operation after the other, with numbers for the values that follow loops.
void for_each_unrolled(const std::vector<SequenceOp>& sequence,
                       const std::function<void(const SequenceOp&)>& tell);

[[nodiscard]] std::vector<SequenceOp> unrolled(const std::vector<SequenceOp>& sequence);

/// How many operations these are; saturating.
[[nodiscard]] std::int64_t unrolled_size(const std::vector<SequenceOp>& sequence);

}  // namespace xdnasim::schedule
