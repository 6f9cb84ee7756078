#pragma once
// The runtime sequence of a design, from its MLIR or from the instruction stream beside it.

#include <cstdint>
#include <span>
#include <string>

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// The operations of `sequence` (null: there is none) become an instruction stream, so that it
/// means what the stream does. Sets the host's buffers, the sequence and the trace units of the
/// draft. Throws InputError, with the place, for what the command processor does not do.
void read_sequence(Draft& draft, const ir::Operation* sequence);
/// The same with `words` of `file` in place of what the text says.
void read_instructions(Draft& draft, const ir::Operation* sequence,
                       std::span<const std::uint32_t> words, const std::string& file);
/// Python tools of mlir-aie give the BD of a trace buffer a packet header. It sends none: S2MM runs
/// it. Left as it was, it would count as a packet that the tile sends.
void ignore_headers_of_writes(Draft& draft);
/// Throws InputError, with the place, when nothing says when a run of the design ends.
/// Precondition: all else has been read.
void require_end(const Draft& draft, const ir::Region& device);
/// Notes a sequence that ends a run while data still moves.
void note_end(Draft& draft);

}  // namespace xdnasim::design
