#pragma once
// A runtime sequence as the instruction stream of the NPU, and back.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/txn/instructions.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::txn {

/// The set-up of trace units, then the sequence's register writes, address patches and waits, its
/// loops unrolled.
/// Throws InputError, which names the object, for what the registers cannot say.
/// Precondition: `schedule` is valid on `device` (schedule::validate).
[[nodiscard]] std::vector<Operation> operations_of(const schedule::Schedule& schedule,
                                                   const arch::Device& device);

/// The operations_of() the schedule as the words of a stream of version 0.1.
[[nodiscard]] std::vector<std::uint32_t> encode(const schedule::Schedule& schedule,
                                                const arch::Device& device);

// An instruction stream as the runtime sequence that the simulated command processor runs: register
// writes configure the shims' BDs and task queues, DDR_PATCH says of which host buffer a BD is, and
// TCT waits.

/// What a stream writes and the simulated array does not have, such as registers of cores, or what
/// the array does otherwise.
struct Omission {
    std::size_t word = 0;
    std::string what;
};

/// The index of the buffer of a core's or a mem tile's BD, and of memory that is written: the
/// stream says an address of its tile alone, which the operation's offset is.
inline constexpr int kUnknownBuffer = -1;

/// What a stream makes the array do.
struct Program {
    std::vector<schedule::SequenceOp> sequence;
    std::vector<std::size_t>
        words;  ///< where in the stream each operation of `sequence` comes from
    std::vector<Omission> omissions;
    std::vector<schedule::TraceUnit> trace_units;  ///< that it sets up
};

// What a stream says of the device and the design that it was made for. Each throws InputError,
// with the word.

/// The header is that of streams for `device`.
void require_header_of(const Header& header, const arch::Device& device);
/// `op`, at `word`, patches in one of `host_buffers`.
void require_argument(std::size_t word, const PatchAddress& op, std::size_t host_buffers);
/// `stream` is for `device` and takes no more arguments than there are `host_buffers`.
void require_made_for(const Stream& stream, const arch::Device& device, std::size_t host_buffers);

/// `host_buffers`: how many buffers the design takes as arguments.
/// Throws InputError, with the word, for a stream of another device and for operations that do
/// something else than the command processor's part of a Schedule.
[[nodiscard]] Program program_of(const Stream& stream, const arch::Device& device,
                                 std::size_t host_buffers);

/// The program_of() the stream that the words are.
[[nodiscard]] Program decode(std::span<const std::uint32_t> words, const arch::Device& device,
                             std::size_t host_buffers);

}  // namespace xdnasim::txn
