#pragma once
// The runtime sequence without its loops: mlir-aie's register-level operations take numbers.

#include <cstdint>
#include <vector>

#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::mlir {

/// Operations of the sequence when its loops are gone through; saturating.
[[nodiscard]] std::int64_t unrolled_size(const std::vector<schedule::SequenceOp>& sequence);

/// What the command processor does, one operation after the other, with numbers for the values
/// that follow loops.
[[nodiscard]] std::vector<schedule::SequenceOp> unrolled(
    const std::vector<schedule::SequenceOp>& sequence);

}  // namespace xdnasim::mlir
