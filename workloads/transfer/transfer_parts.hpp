#pragma once
// The parts of a transfer's schedule.

#include <vector>

#include "workloads/schedule/schedule.hpp"
#include "workloads/transfer/transfer_design.hpp"

namespace xdnasim::transfer {

inline constexpr int kDirections = 2;  ///< MM2S and S2MM

/// Host buffers of stream `number`: the matrix, and what comes back.
constexpr schedule::HostBufferRef source(int number) {
    return {kDirections * number};
}
constexpr schedule::HostBufferRef destination(int number) {
    return {kDirections * number + 1};
}

/// Each stream in as many tasks as its address pattern needs, mostly one; as many of them in
/// flight as task queues and BDs hold, the next after the token of the oldest.
[[nodiscard]] std::vector<schedule::SequenceOp> runtime_sequence(const TransferDesign& design,
                                                                 const arch::Device& device);

}  // namespace xdnasim::transfer
