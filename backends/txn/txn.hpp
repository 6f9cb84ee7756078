#pragma once
// Conversion of a runtime sequence to an instruction stream of the NPU, and back.

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

/// Returns the operations of a stream: the set-up of trace units, then the register writes, address
/// patches and waits of the sequence, with its loops unrolled. Throws InputError, which names the
/// object, for values that registers cannot hold. Precondition: `schedule` is valid on `device`
/// (schedule::validate).
[[nodiscard]] std::vector<Operation> operations_of(const schedule::Schedule& schedule,
                                                   const arch::Device& device);

/// Returns operations_of() the schedule as the words of a stream of version 0.1.
[[nodiscard]] std::vector<std::uint32_t> encode(const schedule::Schedule& schedule,
                                                const arch::Device& device);

// Decoding: an instruction stream as the runtime sequence that the simulated command processor
// runs. Register writes configure the BDs and task queues of shims, a DDR_PATCH assigns a host
// buffer to a BD, and a TCT waits.

/// A part of a stream that the simulation leaves out or does differently: a write to a register
/// that the simulated array does not have, such as one of a core, or a behaviour that differs.
struct Omission {
    std::size_t word = 0;
    std::string what;
};

/// Index of a buffer that the stream does not name: that of a BD of a core or a mem tile, or of
/// memory that is written. The stream gives only an address in the tile, which becomes the
/// operation's offset.
inline constexpr int kUnknownBuffer = -1;

/// A decoded stream.
struct Program {
    std::vector<schedule::SequenceOp> sequence;
    /// For each operation of `sequence`, the index of its first word in the stream.
    std::vector<std::size_t> words;
    std::vector<Omission> omissions;
    std::vector<schedule::TraceUnit> trace_units;  ///< units that the stream configures and starts
};

// Checks that a stream was made for a device and a design. Each throws StreamError, with the word.
// `host_buffers`: number of buffers that the design takes as arguments.

/// Throws unless the header is one of streams for `device`.
void require_header_of(const Header& header, const arch::Device& device);
/// Throws unless the argument of `op`, at `word`, is one of the `host_buffers`.
void require_argument(std::size_t word, const PatchAddress& op, std::size_t host_buffers);
/// Throws unless `stream` is for `device` and uses only arguments below `host_buffers`.
void require_made_for(const Stream& stream, const arch::Device& device, std::size_t host_buffers);

/// Decodes a stream. `host_buffers`: number of buffers that the design takes as arguments. Throws
/// InputError, with the word, for a stream of another device, and for operations that are not part
/// of the runtime sequence of a Schedule.
[[nodiscard]] Program program_of(const Stream& stream, const arch::Device& device,
                                 std::size_t host_buffers);

/// Returns program_of() the stream in `words`.
[[nodiscard]] Program decode(std::span<const std::uint32_t> words, const arch::Device& device,
                             std::size_t host_buffers);

}  // namespace xdnasim::txn
