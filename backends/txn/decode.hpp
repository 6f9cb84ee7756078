#pragma once
// An instruction stream as the runtime sequence that the simulated command processor runs: register
// writes configure the shims' BDs and task queues, DDR_PATCH says of which host buffer a BD is, and
// TCT waits.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arch/device.hpp"
#include "backends/txn/stream.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/trace.hpp"

namespace xdnasim::txn {

/// What a stream makes the array do.
struct Program {
    std::vector<schedule::SequenceOp> sequence;
    std::vector<schedule::TraceUnit> trace_units;  ///< that it sets up
};

/// Throws InputError, with the word, for a stream of another device, and for one that takes more
/// arguments than there are `host_buffers`.
void require_made_for(const Stream& stream, const arch::Device& device, std::size_t host_buffers);

/// `host_buffers`: how many buffers the design takes as arguments.
/// Throws InputError, with the word, for a stream of another device and for operations that do
/// something else than the command processor's part of a Schedule.
[[nodiscard]] Program program_of(const Stream& stream, const arch::Device& device,
                                 std::size_t host_buffers);

/// Likewise from the words.
[[nodiscard]] Program decode(std::span<const std::uint32_t> words, const arch::Device& device,
                             std::size_t host_buffers);

}  // namespace xdnasim::txn
